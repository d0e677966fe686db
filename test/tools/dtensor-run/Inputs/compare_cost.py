"""Compares what a prediction takes for few devices and for many.

usage: compare_cost.py DTENSOR_RUN PROGRAM MACHINE

Fails if 100,000 devices take much more processor time or memory than 8.
"""

import os
import sys


def run(tool, program, machine, mesh):
    """The seconds of processor time and the bytes of memory."""
    arguments = [tool, program, "--mesh", mesh, "--layout", "arg0=x+y,unsharded"]
    arguments += [f"--machine={machine}", "--predict=/dev/null"]
    child = os.posix_spawnp(tool, arguments, os.environ)
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"{' '.join(arguments)}: status {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main(tool, program, machine):
    least = [(float("inf"), float("inf"))] * 2
    # Other work on the machine makes single runs slower. So both take turns, and
    # what is too slow is tried again.
    for _ in range(10):
        for number, mesh in enumerate(("x=4,y=2", "x=50000,y=2")):
            used = run(tool, program, machine, mesh)
            least[number] = tuple(map(min, least[number], used))
        (few_seconds, few_bytes), (many_seconds, many_bytes) = least
        # A list of the devices of one op has 800 KB, of each op and group far
        # more.
        if many_seconds <= 1.5 * few_seconds and many_bytes <= few_bytes + (4 << 20):
            return
    sys.exit(f"many devices cost more than few: {least[1]} and {least[0]} (seconds, bytes)")


main(*sys.argv[1:])
