"""Runs a command whose stderr is a terminal, and prints what it wrote there, a
line for each that it drew."""

import os
import pty
import subprocess
import sys

terminal, stderr = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stderr=stderr)
os.close(stderr)
text = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        # The other end is closed.
        break
    if not part:
        break
    text += part
print(text.decode().replace("\r\x1b[K", "\n"))
sys.exit(process.wait())
