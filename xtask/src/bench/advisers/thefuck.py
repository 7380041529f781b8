# thefuck's own correction pipeline; its command line shows only one proposal.
import os, sys
from itertools import islice
from types import SimpleNamespace
from thefuck.conf import settings
from thefuck.types import Command
from thefuck.corrector import get_corrected_commands
settings.init(SimpleNamespace(yes=False, debug=False, repeat=False, alias=None))
command = Command.from_raw_script([sys.argv[1]])
sys.stdout.write('\0'.join(c.script for c in islice(get_corrected_commands(command), 3)))
sys.stdout.flush()
os._exit(0)
