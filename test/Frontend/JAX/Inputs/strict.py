"""Runs JAX programs with --strict, with all their annotations and without one.

usage: strict.py DTENSOR_RUN DIR KNOWN [--each N] [--only NAME] [--write]

DIR is as for strategies.py. Each strategy is run with all its annotations, and
then with each of them removed in turn; with --each, every Nth of these. A run
passes, or its errors have two layouts and lines to add. The lines are added to
the text until the program passes, and then it has to give the expected outputs.

KNOWN lists the runs that do not come to that: a counted loop has fewer results
than the one of the text, and import makes values that have no name there. Each
is a line `program/strategy without annotation: reason`. A run that is not in KNOWN and fails, or that is and
passes, is an error; --write makes KNOWN from the run. Prints what fails, then
`N passed, N failed`, and how many passed at once.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

TIMEOUT = 120  # seconds
ROUNDS = 12
ANNOTATION = re.compile(
    r"sdy\.sharding = #sdy\.sharding<[^>]*>"
    r"|\n *(?P<name>%\w+) = sdy\.sharding_constraint (?P<value>%\S+) <[^\n]*"
)
MESSAGE = re.compile(
    r"^(?:error|note): [^\n]*?:(?P<line>\d+):\d+: (?P<what>.*?) (?P<to>replicated|in layout \[[^\]]*\]), "
    r"but it is (?P<from>replicated|in layout \[[^\]]*\]), and nothing in the program asks for that relayout; (?P<way>.*)$",
    re.M,
)
LINE = re.compile(r"`(?P<name>%\S+) = (?P<rest>sdy\.reshard (?P<value>%\S+) .*?)` (?P<place>.*)$")


def run(tool, text, folder, arguments):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        command = [tool, file.name, "--strict", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    return done.returncode, done.stderr


def find_end(lines, start):
    """The last line of the op that begins at `start`."""
    depth = 0
    for number in range(start, len(lines)):
        plain = re.sub(r'"[^"]*"', "", lines[number])
        depth += sum(plain.count(c) for c in "({[") - sum(plain.count(c) for c in ")}]")
        follows = lines[number + 1].strip() if number + 1 < len(lines) else ""
        if depth <= 0 and not follows.startswith(("cond {", "do {", "}", "reducer")):
            return number
        if depth <= 0 and follows.startswith("}"):
            return number
    return len(lines) - 1


def replace(line, value, name, skip=0):
    return line[:skip] + re.sub(re.escape(value) + r"(?![\w#])", name, line[skip:])


def add_lines(text, errors, count):
    """The text with the lines that the errors ask for; None if one has none."""
    lines = text.split("\n")
    edits = []
    for error in errors:
        line = LINE.search(error["way"])
        if not line:
            return None
        call = re.match(r"before the call at [^\n]*?:(\d+):\d+,", line["place"])
        edits.append((int(call[1] if call else error["line"]) - 1, line))
    # From the end, such that numbers of lines before stay right.
    for number, line in sorted(edits, key=lambda edit: -edit[0]):
        count[0] += 1
        name, value = f"{line['name']}_{count[0]}", line["value"]
        indent = len(lines[number]) - len(lines[number].lstrip())
        new = " " * indent + f"{name} = {line['rest']}"
        if line["place"].startswith("after"):
            end = find_end(lines, number)
            base = value.split("#")[0]
            for later in range(end + 1, len(lines)):
                if lines[later].strip() and len(lines[later]) - len(lines[later].lstrip()) < indent:
                    break
                if lines[later].strip().startswith(base + " ="):
                    break
                lines[later] = replace(lines[later], value, name)
            lines.insert(end + 1, new)
        else:
            found = re.match(r"\s*%[\w:, %]+ = ", lines[number])
            lines[number] = replace(lines[number], value, name, found.end() if found else 0)
            lines.insert(number, new)
    return "\n".join(lines)


def try_program(tool, text, folder):
    """Whether it passed at once; and what is wrong, or None."""
    count = [0]
    for turn in range(ROUNDS):
        code, stderr = run(tool, text, folder, ["--dump-after=relayout"])
        if code == 0:
            break
        errors = [match.groupdict() for match in MESSAGE.finditer(stderr)]
        rest = [l for l in stderr.splitlines() if l.startswith("error: ") and not MESSAGE.search(l)]
        if code != 2 or not errors or rest:
            return False, f"exit code {code}: {(rest or stderr.splitlines() or [''])[0]}"
        for error in errors:
            if error["from"] == error["to"]:
                return False, "one layout is named twice: " + error["what"]
        text = add_lines(text, errors, count)
        if text is None:
            return False, "no line to add"
    else:
        return False, f"not silent after {ROUNDS} rounds"
    with open(f"{folder}/tolerance.json") as file:
        tolerance = json.load(file)
    arguments = ["--input-dir", folder, "--expect-dir", folder]
    arguments += ["--rtol", str(tolerance["rtol"]), "--atol", str(tolerance["atol"])]
    code, stderr = run(tool, text, folder, arguments)
    return turn == 0, None if code == 0 else f"exit code {code}: {stderr.strip()}"


def list_folders(folder):
    return sorted(n for n in os.listdir(folder) if os.path.isdir(f"{folder}/{n}"))


def list_variants(text):
    """The text, and the text without each of its annotations."""
    yield "all", text
    end = text.index("\n  }\n")
    for number, match in enumerate(ANNOTATION.finditer(text[:end])):
        rest = text[match.end() : end]
        if match["name"]:
            rest = replace(rest, match["name"], match["value"])
        left = text[: match.start()] + rest + text[end:]
        yield f"without {number}", left.replace("{, ", "{").replace(", }", "}").replace(" {})", ")")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("dir")
    parser.add_argument("known")
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    known = {}
    if not options.write:
        with open(options.known) as file:
            known = dict(line.strip().split(": ", 1) for line in file if ": " in line)
    passed = failed = silent = number = 0
    wrong = []
    for program in list_folders(options.dir):
        folder = f"{options.dir}/{program}"
        for strategy in list_folders(folder):
            if options.only not in f"{program}/{strategy}":
                continue
            with open(f"{folder}/{strategy}/program.mlir") as file:
                text = file.read()
            for variant, changed in list_variants(text):
                number += 1
                if (number - 1) % options.each:
                    continue
                name = f"{program}/{strategy} {variant}"
                try:
                    at_once, error = try_program(options.tool, changed, folder)
                except subprocess.TimeoutExpired:
                    at_once, error = False, f"no end after {TIMEOUT} s"
                silent += at_once
                if error:
                    # Texts are in files whose names differ from run to run.
                    reason = re.sub(r"\S+\.mlir:", "", error.splitlines()[0])
                    wrong.append(f"{name}: {reason}")
                if bool(error) == (name in known):
                    passed += 1
                    continue
                failed += 1
                print(f"{name}: {error or 'passes, though it is known not to'}", flush=True)
    if options.write:
        with open(options.known, "w") as file:
            file.write("\n".join(wrong) + "\n")
    print(f"{passed} passed, {failed} failed; {silent} without a message")
    sys.exit(bool(failed) and not options.write)


main()
