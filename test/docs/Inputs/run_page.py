"""Does what a page of docs says.

usage: run_page.py PAGE PYTHON FOLDER

In FOLDER, Python blocks become the files that their first lines name; the
commands of shell blocks are run, with PYTHON for `python`, but for those that
install. A text block behind one is what it prints.
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(commands, folder):
    output = ""
    for command in commands.splitlines():
        if command.startswith("pip "):
            continue
        done = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        output += done.stdout
        if done.returncode:
            sys.exit(f"{command}\n{output}exit code {done.returncode}")
    return output


def main(page, python, folder):
    folder = pathlib.Path(folder)
    tools = folder / "tools"
    tools.mkdir(parents=True)
    (tools / "python").write_text(f'#!/bin/sh\nexec "{python}" "$@"\n')
    (tools / "python").chmod(0o755)
    os.environ["PATH"] = f"{tools.resolve()}{os.pathsep}{os.environ['PATH']}"
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    output = None
    for kind, text in FENCE.findall(pathlib.Path(page).read_text()):
        if kind == "python":
            (folder / text.split("\n", 1)[0].removeprefix("# ")).write_text(text)
        elif kind == "sh":
            output = run(text, folder)
        elif kind == "text" and text != output:
            sys.stdout.writelines(
                difflib.unified_diff(
                    text.splitlines(keepends=True),
                    output.splitlines(keepends=True),
                    "the page",
                    "what was printed",
                )
            )
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
