"""Solves the contest's instances with dtensor-plan, and keeps a journal.

usage: iopddl.py DTENSOR_PLAN DIR JOURNAL [--engine search|exact] [--names A,B,...]

DIR has the instances, `A.json.gz` and so on. Each gets the time that the contest
gave for it. JOURNAL has one line of JSON for each instance and engine. Those that
are in it are not solved again, so the script can be stopped and started again. One
instance runs at a time. At the end the table of docs/Selection.md is printed.
"""

import argparse
import datetime
import json
import math
import os
import pathlib
import re
import subprocess
import time

# The best costs of the contest's 20 teams, from its README.
BEST = {
    "A": 6548641531,
    "B": 532843,
    "C": 84102445260,
    "G": 217039,
    "K": 2274276676,
    "M": 49928460991,
    "P": 662197407330,
    "S": 1534613444,
    "U": 2569342178,
    "V": 1632051,
}


def get_minutes(name):
    """The contest allows five instances each 1, 2, 3, 4 and 5 minutes."""
    return (ord(name[0]) - ord("A")) // 5 + 1


def get_processor():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return "unknown"


def solve(tool, path, engine, seconds):
    command = [tool, "--iopddl", str(path), f"--time-limit={seconds}"]
    begin = time.monotonic()
    done = subprocess.run(
        command + [f"--engine={engine}"], capture_output=True, text=True
    )
    last = done.stderr.strip().splitlines()[-1]
    found = re.match(r"cost (\d+), bound (-?\d+), (\S+) s, (.*)", last)
    if not found:
        raise SystemExit(f"{path}: {last}")
    return {
        "cost": int(found[1]),
        "bound": int(found[2]),
        "seconds": round(time.monotonic() - begin, 1),
        "state": found[4],
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("journal", type=pathlib.Path)
    parser.add_argument("--engine", default="search")
    parser.add_argument("--names")
    options = parser.parse_args()
    known = {}
    if options.journal.exists():
        for line in options.journal.read_text().splitlines():
            entry = json.loads(line)
            known[entry["name"], entry["engine"]] = entry
    names = sorted(p.name.split(".")[0] for p in options.dir.glob("*.json.gz"))
    if options.names:
        names = options.names.split(",")
    for name in names:
        if (name, options.engine) in known:
            continue
        path = options.dir / f"{name}.json.gz"
        entry = {"name": name, "engine": options.engine}
        entry |= {"date": str(datetime.date.today()), "cpu": get_processor()}
        entry |= {"load": os.getloadavg()[0]}
        entry |= solve(options.tool, path, options.engine, 60 * get_minutes(name))
        known[name, options.engine] = entry
        with options.journal.open("a") as file:
            file.write(json.dumps(entry) + "\n")
    ratios = []
    print("| instance | allowed, s | used, s | cost | of the best known | state |")
    print("|---|---|---|---|---|---|")
    for name in names:
        entry = known[name, options.engine]
        ratio = entry["cost"] / BEST[name] if name in BEST else None
        if ratio:
            ratios.append(ratio)
        print(
            f"| {name} | {60 * get_minutes(name)} | {entry['seconds']} "
            f"| {entry['cost']} | {f'{ratio:.3f}' if ratio else '?'} "
            f"| {entry['state']} |"
        )
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\ngeometric mean {mean:.3f}, worst {max(ratios):.3f}")


if __name__ == "__main__":
    main()
