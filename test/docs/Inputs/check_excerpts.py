"""Checks that code on a page is that of the files it is said to be from.

usage: check_excerpts.py PAGE

Behind a line `From [NAME](PATH):` the next block of code must be a part of the
file at PATH, which is relative to the page. Prints those that are not, and exits
with 1 if there are any, or if the page has no such line.
"""

import pathlib
import re
import sys

EXCERPT = re.compile(r"^From \[[^\]]+\]\(([^)]+)\):\n\n```[^\n]*\n(.*?)^```$", re.M | re.S)


def main(page):
    text = page.read_text()
    excerpts = EXCERPT.findall(text)
    if len(excerpts) != len(re.findall(r"^From \[", text, re.M)) or not excerpts:
        print(f"{page}: required: a block of code behind each 'From', one at least")
        return 1
    found = False
    for path, code in excerpts:
        if code not in (page.parent / path).read_text():
            found = True
            print(f"{page}: {path} has no such lines:\n{code}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
