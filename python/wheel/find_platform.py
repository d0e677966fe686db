"""Prints the platform of a wheel: the oldest glibc that all of its files run with.

usage: find_platform.py WHEEL READELF

All other libraries are in the wheel, but for libstdc++ and libgcc_s, which systems with such a
glibc have in a version that fits.
"""

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path


def find_glibc(file: Path, readelf: str) -> tuple[int, int]:
    """The newest version of glibc that a file names."""
    text = subprocess.run(
        [readelf, "--version-info", str(file)], check=True, capture_output=True, text=True
    ).stdout
    versions = re.findall(r"\bGLIBC_(\d+)\.(\d+)", text)
    return max(((int(major), int(minor)) for major, minor in versions), default=(2, 5))


def main(wheel: str, readelf: str) -> None:
    machine = re.search(r"-linux_(\w+)\.whl$", wheel)
    if not machine:
        sys.exit(f"required a wheel for linux, found {wheel}")
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        major, minor = max(find_glibc(each, readelf) for each in Path(folder).rglob("*.so*"))
    print(f"manylinux_{major}_{minor}_{machine[1]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
