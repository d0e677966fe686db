#!/usr/bin/env python3
"""Checks the Markdown pages below a folder.

A path in backquotes or in a link must exist, and a link to a heading must meet
one.
"""

import pathlib
import re
import sys

# A word of backquoted text that begins with one of the folders of the project.
FOLDERS = "benchmark|cmake|docs|examples|include|lib|runtime|scripts|test|tools|unit"
PATH = re.compile(rf"(?<![\w./-])(?:{FOLDERS})/[\w./*+-]*")
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def anchors(page):
    """The anchors that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


def exists(folder, path):
    """Whether a path, which may have wildcards, names something."""
    if "*" in path:
        return any(folder.glob(path))
    return (folder / path).exists()


def problems(root, page):
    """Line and text of everything that is wrong with a page."""
    fenced = False
    for number, line in enumerate(page.read_text().splitlines(), start=1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            continue
        if fenced:
            continue
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
