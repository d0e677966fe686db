"""Collects the extension module and the shared libraries that it needs, with their licences.

usage: collect_libraries.py MODULE PATCHELF STRIP OUTPUT

Writes OUTPUT/_core.abi3.so and OUTPUT/lib/*.so*, which find each other wherever the folder is, and
OUTPUT/licenses/PACKAGE for each package of Debian that a library is from.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# Every Linux has these, and a process can have them only once.
SYSTEM = re.compile(
    r"(ld-linux.*|libc|libm|libdl|libpthread|librt|libutil|libgcc_s|libstdc\+\+)\.so"
)
# The runtime opens these when a program needs them.
OPENED = ["libdnnl.so.2", "libopenblas.so.0"]


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def find_needed(path: str) -> dict[str, str]:
    """The libraries that a file needs, also indirectly: their files by their names."""
    found = {}
    for line in run("ldd", path).splitlines():
        name, arrow, file = line.strip().partition(" => ")
        if not arrow or SYSTEM.match(name):
            continue
        if file.startswith("not found"):
            sys.exit(f"{path} needs {name}, which was not found")
        found[name] = file.split(" (")[0]
    return found


def find_opened(name: str) -> str:
    """The file of a library by its name, as the loader finds it."""
    for line in run("/sbin/ldconfig", "-p").splitlines():
        if line.split()[:1] == [name]:
            return line.rpartition("=> ")[2]
    sys.exit(f"the library {name} was not found")


def find_package(file: str) -> str:
    """The package of Debian that a file is from."""
    path = os.path.realpath(file)
    # The list of a package may have the path of before /lib became a link to /usr/lib.
    for name in path, path.removeprefix("/usr"):
        done = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.partition(":")[0]
    sys.exit(f"required a library from a package of Debian, found {file}")


def copy_licences(files: list[str], folder: Path) -> None:
    """Copies the copyright files of the packages that files are from."""
    folder.mkdir()
    for package in sorted(set(map(find_package, files))):
        shutil.copy(f"/usr/share/doc/{package}/copyright", folder / package)


def main(module: str, patchelf: str, strip: str, output: str) -> None:
    libraries = find_needed(module)
    for name in OPENED:
        libraries[name] = find_opened(name)
        libraries.update(find_needed(libraries[name]))
    shutil.rmtree(output, ignore_errors=True)
    folder = Path(output, "lib")
    folder.mkdir(parents=True)

    def copy(file: str, target: Path, path: str) -> None:
        shutil.copy(os.path.realpath(file), target)
        target.chmod(0o755)
        run(strip, "--strip-unneeded", str(target))
        run(patchelf, "--force-rpath", "--set-rpath", path, str(target))

    copy(module, Path(output, "_core.abi3.so"), "$ORIGIN/lib")
    for name, file in sorted(libraries.items()):
        copy(file, folder / name, "$ORIGIN")
    # Libraries of the build tree are the project's, whose licence is beside the metadata.
    tree = os.path.realpath(Path(module).parents[2])
    foreign = [each for each in libraries.values() if not os.path.realpath(each).startswith(tree)]
    copy_licences(foreign, Path(output, "licenses"))


if __name__ == "__main__":
    main(*sys.argv[1:])
