// Calls `checkCommand` of its API for each command and measures the time itself.
import { pathToFileURL } from 'node:url';
import { readFileSync } from 'node:fs';
const [api, cwd] = process.argv.slice(-2);
const { checkCommand } = await import(pathToFileURL(api));
const commands = JSON.parse(readFileSync(0, 'utf8'));
const kinds = [];
const start = performance.now();
for (const command of commands) {
  try { kinds.push(checkCommand({ command, cwd }).kind); } catch { kinds.push('deny'); }
}
const elapsed = performance.now() - start;
console.log(JSON.stringify({ kinds, elapsed }));
