"""Checks that installed headers include only headers that are installed.

usage: check_headers.py INCLUDE_DIR

Prints the includes of `dtensor/` that are missing, and exits with 1 if there are
any, or if there is no header at all.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*["<](dtensor/[^">]+)[">]', re.M)


def main(root):
    headers = sorted(root.rglob("*.h"))
    missing = [
        (header, included)
        for header in headers
        for included in INCLUDE.findall(header.read_text())
        if not (root / included).exists()
    ]
    for header, included in missing:
        print(f"{header.relative_to(root)}: not installed: {included}")
    return 1 if missing or not headers else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
