"""llama.cpp's HTTP server on a free port of this machine. It says where it listens, and ends with
its standard input.

Usage: llama.py MODEL CONTEXT KEY [TEMPLATE]
"""

import os
import sys

# Read when the library is loaded: threads that wait sleep, as the other tests need the cores.
os.environ["OMP_WAIT_POLICY"] = "passive"

import xllamacpp

model, context, key, *template = sys.argv[1:]
parameters = xllamacpp.CommonParams()
parameters.model.path = model
parameters.model_alias = {"smollm2"}
parameters.n_ctx = int(context)
parameters.n_parallel = 1
parameters.cpuparams.n_threads = 2
parameters.cpuparams_batch.n_threads = 2
parameters.api_keys = [key]
parameters.hostnames = ["127.0.0.1"]
parameters.port = 0
if template:
    with open(template[0], encoding="utf-8") as file:
        parameters.chat_template = file.read()
server = xllamacpp.Server(parameters)
# In one write, also under PYTHONUNBUFFERED: the library's own threads write to the same file.
print(f"serving at {server.listening_address}\n", end="", flush=True)
sys.stdin.read()
