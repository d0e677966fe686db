"""Parses, verifies, prints and parses again other people's programs.

usage: roundtrip.py DTENSOR_OPT SCRATCH GLOB...

All files go through one run of the tool, since starting it costs more than a
file does. Prints the errors with the files they are in; exits with 1 if there
is one, or no file at all.
"""

import glob
import pathlib
import re
import subprocess
import sys


def main(tool, scratch, patterns):
    files = [f for p in patterns for f in sorted(glob.glob(p, recursive=True))]
    starts, lines = [], []
    for name in files:
        starts.append((len(lines), name))
        lines += pathlib.Path(name).read_text().splitlines() + ["// -----"]
    path = pathlib.Path(scratch)
    path.write_text("\n".join(lines[:-1]) + "\n")
    run = subprocess.run(
        [tool, "--split-input-file", "--verify-roundtrip", path, "-o", "/dev/null"],
        capture_output=True,
        text=True,
    )
    for line in run.stderr.splitlines():
        place = re.match(re.escape(str(path)) + r":(\d+):(.*)", line)
        if place:
            number = int(place[1])
            start, name = max(s for s in starts if s[0] < number)
            line = f"{name}:{number - start}:{place[2]}"
        print(line)
    print(f"{len(files)} files")
    return 1 if run.returncode or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
