"""Checks that includes point one way between the folders of the project.

usage: check_includes.py ROOT

Prints one line per include that does not, and exits with 1 if there is one.
"""

import pathlib
import re
import sys

COMPILER = {"Layout", "Dialect"}

# What each folder of lib/ and include/dtensor/ may include besides itself.
# `Runtime` is the C ABI and the list of elementary functions, which is all that
# compiler and runtime share.
ALLOWED = {
    "Layout": set(),
    "Target": {"Runtime"},
    "Host": {"Layout"},
    "Launch": {"Host", "Layout", "Runtime"},
    "Dialect": {"Layout"},
    "ShardingRules": COMPILER,
    "Transforms": COMPILER | {"ShardingRules", "Analysis"},
    "Analysis": COMPILER,
    "Codegen": COMPILER,
    "Conversion": COMPILER | {"Codegen", "Runtime"},
    "Frontend": COMPILER,
    # An oracle shares nothing with what it judges.
    "Reference": {"Host", "Dialect"},
    "ExecutionEngine": {"Runtime", "Target"},
    "Pipelines": COMPILER | {"Analysis", "ShardingRules", "Transforms", "Codegen", "Conversion", "Frontend", "Target"},
}
# These stand above all of it.
UNRESTRICTED = {"Driver"}
# Headers of LLVM and MLIR that a folder must do without.
FORBIDDEN_EXTERNAL = {
    "Layout": ("mlir/",),
    "Host": ("mlir/",),
    "Launch": ("mlir/",),
    "runtime": ("mlir/", "llvm/", "clang/"),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')


def includes(path):
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1)


def complaint(folder, subfolder, included):
    """What is wrong with a file of `folder` that includes `included`."""
    if included.startswith(FORBIDDEN_EXTERNAL.get(folder, ())):
        return f"{folder} must do without {included.split('/')[0]}"
    if not included.startswith("dtensor/"):
        return None
    target, *rest = included.split("/")[1:]
    if folder == "runtime":
        return None if target == "Runtime" else f"the runtime must not include {target}"
    if folder in UNRESTRICTED:
        return None
    if target == "Runtime" and rest not in (["ABI.h"], ["MathFunctions.def"]):
        return "of the runtime, the compiler may include ABI.h and MathFunctions.def only"
    if target == folder == "Dialect":
        if subfolder == "DTensor" and rest[0] != "DTensor":
            return f"Dialect/DTensor must not include Dialect/{rest[0]}"
    elif target != folder and target not in ALLOWED[folder]:
        return f"{folder} must not include {target}"
    return None


def main(root):
    found = False

    def check(folder, subfolder, path):
        nonlocal found
        for number, included in includes(path):
            what = complaint(folder, subfolder, included)
            if what:
                found = True
                print(f"{path.relative_to(root)}:{number}: {what}: {included}")

    for top in (root / "lib", root / "include" / "dtensor"):
        for path in sorted(top.rglob("*")):
            if path.suffix not in {".h", ".cpp"}:
                continue
            folder, subfolder = path.relative_to(top).parts[:2]
            if folder not in ALLOWED and folder not in UNRESTRICTED:
                found = True
                print(f"{path.relative_to(root)}: {folder} has no entry in this check")
                continue
            check(folder, subfolder, path)
    for path in sorted((root / "runtime").rglob("*")):
        if path.suffix in {".h", ".cpp"}:
            check("runtime", "", path)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
