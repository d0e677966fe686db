"""Does what a page of docs says.

usage: run_page.py PAGE FOLDER [PYTHON]

In FOLDER, Python and MLIR blocks become the files that their first lines name;
the commands of shell blocks are run, with PYTHON for `python`, but for those
that install. A text or MLIR block behind a shell block is what its commands
print: `...` stands for any text, and blanks and ends of lines count as one
blank. Commands with no such block behind them must succeed.
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"(?:#|//) (\S+\.(?:py|mlir))\n")


def run(commands, folder):
    """What the commands print, and the first exit code that is not 0."""
    output, code = "", 0
    for command in commands.replace("\\\n", " ").splitlines():
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
        code = code or done.returncode
    return output, code


def agrees(text, output):
    pieces = [re.escape(" ".join(piece.split())) for piece in text.split("...")]
    return re.fullmatch(r".*".join(pieces), " ".join(output.split()))


def main(page, folder, python=sys.executable):
    folder = pathlib.Path(folder)
    tools = folder / "tools"
    tools.mkdir(parents=True)
    (tools / "python").write_text(f'#!/bin/sh\nexec "{python}" "$@"\n')
    (tools / "python").chmod(0o755)
    os.environ["PATH"] = f"{tools.resolve()}{os.pathsep}{os.environ['PATH']}"
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    commands = output = code = None
    blocks = FENCE.findall(pathlib.Path(page).read_text()) + [("end", "")]
    for kind, text in blocks:
        name = NAME.match(text)
        if output is not None and kind in ("text", "mlir") and not name:
            if not agrees(text, output):
                sys.stdout.writelines(
                    difflib.unified_diff(
                        text.splitlines(keepends=True),
                        output.splitlines(keepends=True),
                        "the page",
                        "what was printed by " + commands,
                    )
                )
                return 1
            output = code = None
            continue
        if code:
            sys.exit(f"{commands}{output}exit code {code}")
        output = code = None
        if kind == "sh":
            commands = text
            output, code = run(text, folder)
        elif kind in ("python", "mlir"):
            if not name:
                sys.exit(f"a block that names no file and follows no command:\n{text}")
            (folder / name[1]).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
