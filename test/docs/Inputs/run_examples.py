#!/usr/bin/env python3
"""Runs the examples of a page.

usage: run_examples.py PAGE FOLDER

A block of code that begins with `$ dtensor-run` is a command and its output,
standard output first. It runs in FOLDER, and the output must be the rest of the
block.
"""

import difflib
import pathlib
import re
import subprocess
import sys

EXAMPLE = re.compile(r"^```\n\$ (dtensor-run .*)\n((?:.*\n)*?)```$", re.MULTILINE)


def main(page, folder):
    examples = EXAMPLE.findall(pathlib.Path(page).read_text())
    if not examples:
        sys.exit(f"no examples in '{page}'")
    for command, expected in examples:
        done = subprocess.run(
            command, shell=True, cwd=folder, text=True, capture_output=True
        )
        output = done.stdout + done.stderr
        if done.returncode:
            sys.exit(f"{command}\n{output}exit code {done.returncode}")
        if output != expected:
            sys.stdout.writelines(
                difflib.unified_diff(
                    expected.splitlines(keepends=True),
                    output.splitlines(keepends=True),
                    page,
                    command,
                )
            )
            sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
