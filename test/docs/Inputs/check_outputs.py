"""Checks that the blocks of output on a page are what a program has printed.

usage: check_outputs.py PAGE OUTPUT

Joined, the blocks behind lines `It prints:` must be the text of OUTPUT, in which
`...` on the page stands for any text. Prints the first block that is not there,
and exits with 1, also if the page has no such block or leaves output out.
"""

import pathlib
import re
import sys

BLOCK = re.compile(r"It prints:\n\n```[^\n]*\n(.*?)^```$", re.M | re.S)


def main(page, output):
    text = output.read_text()
    blocks = BLOCK.findall(page.read_text())
    at = 0
    for block in blocks:
        pattern = ".*?".join(re.escape(part) for part in block.split("..."))
        match = re.compile(pattern, re.S).match(text, at)
        if not match:
            print(f"{page}: required the output:\n{block}\nfound:\n{text[at:at + 1000]}")
            return 1
        at = match.end()
    if not blocks or at != len(text):
        print(f"{page}: has no block for the output:\n{text[at:]}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
