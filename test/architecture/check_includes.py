"""Checks that includes point one way between the folders of the project.

usage: check_includes.py ROOT

Prints one line per include that does not, and exits with 1 if there is one.
"""

import pathlib
import re
import sys

# The dialects, and what all may know of them.
IR = {"Layout", "Dialect"}

# What each folder of lib/ and include/dtensor/ may include besides itself.
# `Runtime` is the C ABI and the list of elementary functions, which is all that
# compiler and runtime share.
ALLOWED = {
    "Layout": set(),
    "Machine": {"Layout"},
    "Target": {"Runtime"},
    "Host": {"Layout"},
    "Checkpoint": {"Host", "Layout"},
    "Selection": set(),
    "Launch": {"Host", "Layout", "Runtime"},
    # The C API sees what users see.
    "API/C": set(),
    "API/Host": {"Checkpoint", "Host", "Launch", "Layout", "Runtime"},
    "Recording": set(),
    "Dialect": {"Layout"},
    "Analysis": IR,
    "ShardingRules": IR,
    "Prediction": IR | {"Analysis", "Machine", "ShardingRules"},
    "Frontend": IR,
    # From the global view to the local one.
    "Normalize": IR | {"ShardingRules"},
    "Propagation": IR | {"ShardingRules"},
    "Planning": IR | {"ShardingRules", "Analysis", "Machine", "Propagation"},
    "Partition": IR | {"ShardingRules", "Propagation"},
    "Collectives": IR | {"Analysis"},
    # From the local view to machine code.
    "Codegen/LinalgExt": IR,
    "Codegen/Fusion": IR | {"Analysis"},
    "Codegen/Loops": IR | {"Analysis"},
    "Codegen/Kernels": IR | {"Analysis", "Codegen/Loops"},
    "Codegen/Math": {"Runtime"},
    "Codegen/Memory": IR | {"Analysis"},
    "Codegen/Outlining": IR | {"Analysis"},
    "Conversion": IR | {"Analysis", "Codegen/Memory", "Codegen/Outlining", "Runtime"},
    "ExecutionEngine": {"Runtime", "Target"},
}
PASSES = set(ALLOWED) - {
    "API/C", "API/Host", "Checkpoint", "Host", "Launch", "Recording", "ExecutionEngine",
}
ALLOWED |= {
    "Pipelines": PASSES - {"Runtime"},
    "AutoLayout": IR
    | {"Analysis", "Machine", "Pipelines", "Prediction", "Propagation", "Selection"},
    # An oracle shares nothing with what it judges.
    "Reference": {"Host", "Dialect"},
    "Driver": IR
    | {"Analysis", "AutoLayout", "ExecutionEngine", "Frontend", "Host", "Launch", "Machine", "Partition"}
    | {"Pipelines", "Planning", "Prediction", "Reference", "Runtime", "Target"},
}
ALLOWED["API/Compiler"] = {
    "Driver", "ExecutionEngine", "Frontend", "Host", "Layout", "Pipelines", "Recording", "Runtime",
    "Target",
}
# What a tool may include; others take what the driver has.
TOOLS = {"Driver", "Host", "Layout", "Frontend", "Dialect", "Target"}
ALLOWED |= {
    "tools/dtensor-checkpoint": {"Checkpoint"},
    "tools/dtensor-compile": TOOLS,
    "tools/dtensor-conform": TOOLS | {"Launch"},
    "tools/dtensor-enumerate": TOOLS | {"Launch", "ShardingRules"},
    "tools/dtensor-launch": {"Launch"},
    "tools/dtensor-opt": TOOLS | {"Pipelines"},
    "tools/dtensor-plan": {"Selection"},
    "tools/dtensor-plugin": {"Pipelines"},
    "tools/dtensor-record": {"Recording"},
    "tools/dtensor-run": TOOLS | {"Checkpoint", "Launch", "Machine"},
    "tools/dtensor-sweep": TOOLS | {"Launch"},
}
# Headers of LLVM and MLIR that a folder must do without.
FORBIDDEN_EXTERNAL = {
    "Layout": ("mlir/",),
    "Machine": ("mlir/",),
    "Selection": ("mlir/",),
    "Host": ("mlir/",),
    "Checkpoint": ("mlir/",),
    "Launch": ("mlir/",),
    "API/C": ("mlir/", "llvm/"),
    "API/Host": ("mlir/",),
    "Recording": ("mlir/",),
    "runtime": ("mlir/", "llvm/", "clang/"),
}

# The runtime's interface.
RUNTIME_HEADERS = {
    "Runtime/ABI.h", "Runtime/Interrupt.h", "Runtime/MathFunctions.def", "Runtime/Profile.h",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')


def includes(path):
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1)


def find_folder(path):
    """The entry of ALLOWED that `path`, of a file or of an include, is part of."""
    for length in (2, 1):
        folder = "/".join(path.split("/")[:length])
        if folder in ALLOWED or folder == "Runtime":
            return folder
    return None


def complaint(folder, path, included):
    """What is wrong with the file `path` of `folder` that includes `included`."""
    if included.startswith(FORBIDDEN_EXTERNAL.get(folder, ())):
        return f"{folder} must do without {included.split('/')[0]}"
    if not included.startswith("dtensor/"):
        return None
    included = included.removeprefix("dtensor/")
    target = find_folder(included) or included.split("/")[0]
    if folder == "runtime":
        return None if target == "Runtime" else f"the runtime must not include {target}"
    if target == "Runtime" and included not in RUNTIME_HEADERS:
        return f"of the runtime, the compiler may include {', '.join(sorted(RUNTIME_HEADERS))} only"
    if target == folder == "Dialect":
        dialect = included.split("/")[1]
        if path.startswith("Dialect/DTensor/") and dialect != "DTensor":
            return f"Dialect/DTensor must not include Dialect/{dialect}"
    elif target != folder and target not in ALLOWED[folder]:
        return f"{folder} must not include {target}"
    return None


def sources(folder):
    return (path for path in sorted(folder.rglob("*")) if path.suffix in {".h", ".cpp"})


def main(root):
    found = False

    def check(folder, file, path):
        nonlocal found
        for number, included in includes(path):
            what = complaint(folder, file, included)
            if what:
                found = True
                print(f"{path.relative_to(root)}:{number}: {what}: {included}")

    for top in (root / "lib", root / "include" / "dtensor", root / "tools"):
        for path in sources(top):
            relative = path.relative_to(root if top.name == "tools" else top).as_posix()
            folder = find_folder(relative)
            if not folder:
                found = True
                missing = "/".join(relative.split("/")[:-1])
                print(f"{path.relative_to(root)}: {missing} has no entry in this check")
                continue
            check(folder, relative, path)
    for path in sources(root / "runtime"):
        check("runtime", "", path)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
