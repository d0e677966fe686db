"""Checks that every op of the frontends' dialects has its tests.

usage: check_op_tests.py ROOT

Each op that the pages of docs/generated list must stand in a test that prints
it again, in one that rejects it, and in one that computes it. Prints one line
per test that is missing, and exits with 1 if there is one.
"""

import pathlib
import re
import sys

PAGES = ("StableHLODialect", "ChloDialect", "ShardyDialect")

# What is known by name only: a test that rejects it is all there can be.
REJECTED = re.compile(
    r"stablehlo\.(async_\w+|dynamic_(conv|gather|pad)|"
    r"(unary_)?einsum|real_dynamic_slice|set_dimension_size|torch_index_select|"
    r"uniform_(de)?quantize)$"
)
# An end of a region; and devices that wait for each other one by one, an error
# of import.
VALUELESS = re.compile(r"stablehlo\.(recv|send|return)$")

KINDS = {
    "is printed again": ("test/Frontend/**/roundtrip*.mlir",),
    "is rejected": ("test/Frontend/**/invalid*.mlir",),
    "is computed": (
        "test/Frontend/**/import/*.mlir",
        "test/Frontend/JAX/*.mlir",
        "test/EndToEnd/**/*.mlir",
        "test/tools/dtensor-run/*.mlir",
    ),
}


def read(root, kind):
    texts = [
        path.read_text()
        for pattern in KINDS[kind]
        for path in sorted(root.glob(pattern))
    ]
    # A file that is not run computes nothing.
    if kind == "is computed":
        texts = [text for text in texts if "dtensor-run" in text]
    return "\n".join(texts)


def main():
    root = pathlib.Path(sys.argv[1])
    ops = set()
    for page in PAGES:
        path = root / "docs/generated" / f"{page}.md"
        ops |= set(re.findall(r"^### `(\w+\.\w+)`", path.read_text(), re.M))
    texts = {kind: read(root, kind) for kind in KINDS}
    missing = 0
    for op in sorted(ops):
        for kind, text in texts.items():
            if kind != "is rejected" and REJECTED.match(op):
                continue
            if kind == "is computed" and VALUELESS.match(op):
                continue
            if not re.search(re.escape(op) + r"\b", text):
                print(f"{op}: there is no test in which it {kind}")
                missing += 1
    if not ops:
        sys.exit("found no ops in docs/generated")
    return missing > 0


if __name__ == "__main__":
    sys.exit(main())
