"""Runs a command that has to exit with 2 and to say one `error:` on stderr."""

import subprocess
import sys

result = subprocess.run(sys.argv[1:], stderr=subprocess.PIPE, text=True)
sys.stderr.write(result.stderr)
if result.returncode != 2:
    sys.exit(f"exits with {result.returncode}, not with 2")
if result.stderr.count("error:") != 1:
    sys.exit("not one error")
