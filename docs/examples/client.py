"""Reports a failed command to darn's daemon and prints the command that works.

Usage: client.py STATUS COMMAND, for example: client.py 127 "gti status"
"""
import json
import os
import socket
import sys

runtime = os.environ.get("XDG_RUNTIME_DIR")
directory = runtime + "/darn" if runtime else f"/tmp/darn-{os.getuid()}"
daemon = socket.socket(socket.AF_UNIX)
if daemon.connect_ex(os.environ.get("DARN_SOCKET", directory + "/darn.sock")):
    sys.exit("no daemon runs; start it: darn daemon start")
replies = daemon.makefile()


def ask(kind, **fields):
    daemon.sendall(json.dumps({"type": kind, **fields}).encode() + b"\n")
    return json.loads(replies.readline())


ask("SessionStart", shell_type="bash", pid=os.getppid())
status, command = int(sys.argv[1]), sys.argv[2]
reply = ask("PostCmd", exit_code=status, command=command, cwd=os.getcwd())
suggestion = reply.get("suggestion")
if not suggestion:
    sys.exit(1)
print(suggestion["corrected_command"], "#", suggestion["explanation"])
