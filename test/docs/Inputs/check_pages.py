#!/usr/bin/env python3
"""Checks the Markdown pages below a folder.

A path in backquotes or in a link must exist, a link to a heading must meet one,
and lines of prose end within 100 columns. Tables, code, lines that are a single
link, and list items of the form "- `code`: text" may be longer.
"""

import collections
import pathlib
import re
import sys

COLUMNS = 100

# A word of backquoted text that begins with one of the folders of the project.
FOLDERS = "benchmark|cmake|docs|examples|include|lib|runtime|scripts|test|tools|unit"
PATH = re.compile(rf"(?<![\w./-])(?:{FOLDERS})/[\w./*+-]*")
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
# Lines that may be longer than others.
UNBROKEN = re.compile(rf"\||- `[^`]*`: |\s*{LINK.pattern}$")


def lines_of(page):
    """The lines of a page outside of code blocks, with their numbers."""
    fenced = False
    for number, line in enumerate(page.read_text().splitlines(), start=1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, line


def anchors(page):
    """The anchors that GitHub gives to the headings of a page."""
    counts = collections.Counter()
    for _, line in lines_of(page):
        if heading := re.fullmatch(r"#+ (.*)", line):
            anchor = re.sub(r"[^\w -]", "", heading[1].lower()).replace(" ", "-")
            # The second one of a name has a number behind it, from 1 on.
            yield f"{anchor}-{counts[anchor]}" if counts[anchor] else anchor
            counts[anchor] += 1


def exists(folder, path):
    """Whether a path, which may have wildcards, names something."""
    if "*" in path:
        return any(folder.glob(path))
    return (folder / path).exists()


def problems(root, page):
    """Line and text of everything that is wrong with a page."""
    for number, line in lines_of(page):
        if len(line) > COLUMNS and not UNBROKEN.match(line):
            yield number, f"{len(line)} columns, at most {COLUMNS} are allowed"
        for code in CODE.findall(line):
            for path in PATH.findall(code):
                if not exists(root, path.rstrip(".")):
                    yield number, f"there is no '{path}'"
        for target in LINK.findall(line):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            target_page = page.parent / path if path else page
            if not target_page.exists():
                yield number, f"the link leads nowhere: '{target}'"
            elif anchor and anchor not in anchors(target_page):
                yield number, f"there is no heading '{anchor}' in '{target_page.name}'"


def main():
    root = pathlib.Path(sys.argv[1])
    found = False
    pages = [*sorted(root.glob("*.md")), *sorted(root.glob("docs/*.md"))]
    if not pages:
        print(f"no pages in '{root}'")
        return 1
    for page in pages:
        for number, text in problems(root, page):
            found = True
            print(f"{page.relative_to(root)}:{number}: {text}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
