"""Checks that no text crashes the tool.

usage: mutate.py DTENSOR_OPT SCRATCH ROUNDS SEED OPTION... -- FILE...

Mutates the files, many at a time for one run of the tool. A file may be an
error as often as it likes; a signal is a failure, and the file that causes it
stays in SCRATCH.
"""

import pathlib
import random
import re
import subprocess
import sys

NUMBERS = ["0", "1", "2", "3", "-1", "100", "4294967296", "9223372036854775807"]
TOKENS = NUMBERS + ["[", "]", "{", "}", "<", ">", "(", ")", "x", ":", ", ", '"x"'] + [
    "[]",
    "tensor<?x2xf32>",
    "tensor<*xf32>",
    "tensor<f32>",
    "tensor<2xui8>",
    "tensor<complex<f32>>",
    "memref<2xf32>",
    "!stablehlo.token",
    "tuple<>",
    "none",
    "%0",
    "%arg0",
    "dense<",
    "array<i64: 0>",
]
PARTS = r"tensor<[^<>]*>|\[[^\[\]]*\]|%\w+(?:#\d)?|[a-z_]+\.[a-z_]+"
BATCH = 100


def replace_number(pick, text):
    places = [m.span() for m in re.finditer(r"\d+", text)]
    if places:
        start, end = pick.choice(places)
        text = text[:start] + pick.choice(NUMBERS) + text[end:]
    return text


def copy_part(pick, text):
    places = [m.span() for m in re.finditer(PARTS, text)]
    if places:
        (start, end), (first, last) = pick.choice(places), pick.choice(places)
        text = text[:start] + text[first:last] + text[end:]
    return text


def replace_token(pick, text):
    start = pick.randrange(len(text) + 1)
    return text[:start] + pick.choice(TOKENS) + text[start + pick.randint(0, 6) :]


def truncate(pick, text):
    return text[: pick.randrange(len(text) + 1)]


def change_lines(pick, text):
    lines = text.split("\n")
    place = pick.randrange(len(lines))
    if pick.random() < 0.5:
        del lines[place]
    else:
        lines.insert(place, pick.choice(lines))
    return "\n".join(lines)


MUTATIONS = [replace_number, copy_part, replace_token, change_lines] * 2 + [truncate]


def crashes(tool, options, path):
    run = subprocess.run(
        [tool, *options, path, "-o", "/dev/null"], capture_output=True
    )
    # The tools exit with 0 to 3; a shell or LLVM's handler may hide a signal.
    return run.returncode < 0 or run.returncode > 100


def main(tool, scratch, rounds, seed, *rest):
    options = list(rest[: rest.index("--")])
    texts = [pathlib.Path(name).read_text() for name in rest[len(options) + 1 :]]
    pick = random.Random(int(seed))
    path = pathlib.Path(scratch)
    for _ in range(0, int(rounds), BATCH):
        batch = []
        for _ in range(BATCH):
            text = pick.choice(texts)
            for _ in range(pick.randint(1, 4)):
                text = pick.choice(MUTATIONS)(pick, text)
            batch.append(text)
        path.write_text("\n// -----\n".join(batch))
        if not crashes(tool, ["--split-input-file", *options], path):
            continue
        for text in batch:
            path.write_text(text)
            if crashes(tool, options, path):
                print(f"{path} crashes {tool}")
                return 1
        print(f"a batch of seed {seed} crashes {tool}, but no file of it alone")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
