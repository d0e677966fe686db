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
    # Other work on the machine makes single runs slower.
    few = [run(tool, program, machine, "x=4,y=2") for _ in range(3)]
    many = [run(tool, program, machine, "x=50000,y=2") for _ in range(3)]
    seconds = min(time for time, _ in few), min(time for time, _ in many)
    memory = min(size for _, size in few), min(size for _, size in many)
    print(f"seconds: {seconds}, bytes: {memory}")
    # A list of the devices of one op has 800 KB, of each op and group far more.
    if seconds[1] > 1.5 * seconds[0] or memory[1] > memory[0] + (4 << 20):
        sys.exit("many devices cost more than few")


main(*sys.argv[1:])
