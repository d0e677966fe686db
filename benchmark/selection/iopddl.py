"""Solves the contest's instances with dtensor-plan, and keeps a journal or judges.

usage: iopddl.py DTENSOR_PLAN DIR --journal FILE [--engine search|exact] [--names A,B,...]
       iopddl.py DTENSOR_PLAN DIR --check [--search-seconds N] [--names B,G,V]

DIR has the instances, `A.json.gz` and so on. Each gets the time that the contest
gave for it, or with --seconds less, or with --search-seconds less for the search. One instance runs at a time, and what is
printed is evaluated here again.

With --journal the file gets one line of JSON for each instance and engine. Those
that are in it are not solved again, so the script can be stopped and started again.
At the end the table of docs/Selection.md is printed.

With --check both engines solve each instance. The exact one must prove its result,
the search may cost 5 % more, and each run must end in its time. The last line
is `N passed, N failed`.
"""

import argparse
import datetime
import gzip
import json
import math
import os
import pathlib
import re
import resource
import subprocess
import sys
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
MOST_ABOVE = 1.05
# The seconds for which other tests may hold up one that is checked.
DELAY = 15


def get_minutes(name):
    """The contest allows five instances each 1, 2, 3, 4 and 5 minutes."""
    return (ord(name[0].upper()) - ord("A")) // 5 + 1


def get_processor():
    facts = {}
    for line in open("/proc/cpuinfo"):
        key, _, value = line.partition(":")
        facts.setdefault(key.strip(), value.strip())
    name = facts.get("model name", "unknown")
    return f"{name} (family {facts.get('cpu family')}, model {facts.get('model')})"


def list_instances(folder):
    """The files by name."""
    return {path.name.split(".")[0]: path for path in sorted(folder.glob("*.json*"))}


def evaluate(path, chosen):
    """The cost of a selection, and whether its memory is within the limit."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path) as file:
        problem = json.load(file)["problem"]
    nodes, edges = problem["nodes"], problem["edges"]
    cost = sum(costs[choice] for costs, choice in zip(nodes["costs"], chosen, strict=True))
    for (first, second), costs in zip(edges["nodes"], edges["costs"], strict=True):
        columns = len(nodes["costs"][second])
        cost += costs[chosen[first] * columns + chosen[second]]
    changes = {}
    for (begin, end), usages, choice in zip(nodes["intervals"], nodes["usages"], chosen):
        if begin < end:
            changes[begin] = changes.get(begin, 0) + usages[choice]
            changes[end] = changes.get(end, 0) - usages[choice]
    held = peak = 0
    for _, change in sorted(changes.items()):
        held += change
        peak = max(peak, held)
    return cost, peak <= problem["usage_limit"]


def get_processor_seconds():
    """Those of all processes that were started and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def solve(tool, path, engine, seconds):
    """What was found."""
    command = [tool, "--iopddl", str(path), f"--time-limit={seconds}"]
    begin, busy = time.monotonic(), get_processor_seconds()
    done = subprocess.run(
        command + [f"--engine={engine}"], capture_output=True, text=True
    )
    used = time.monotonic() - begin
    busy = get_processor_seconds() - busy
    last = done.stderr.strip().splitlines()[-1]
    found = re.match(r"cost (\d+), bound (-?\d+), (\S+) s, (.*)", last)
    if not found:
        raise SystemExit(f"{path}: {last}")
    result = {
        "cost": int(found[1]),
        "bound": int(found[2]),
        "seconds": round(used, 1),
        "processor": round(busy, 1),
        "state": found[4],
    }
    if done.returncode == 0:
        cost, fits = evaluate(path, json.loads(done.stdout))
        if cost != result["cost"] or not fits:
            raise SystemExit(f"{path}: the selection costs {cost}, fits: {fits}")
    return result


def get_limit(options, name, engine):
    limit = min(options.seconds or math.inf, 60 * get_minutes(name))
    return min(limit, options.search_seconds) if engine == "search" else limit


def check(options, instances):
    """Prints a line for each run. Returns the numbers of those that passed and failed."""
    passed = failed = 0
    for name, path in instances.items():
        best = BEST.get(name, math.inf)
        for engine in "exact", "search":
            limit = get_limit(options, name, engine)
            found = solve(options.tool, path, engine, limit)
            if engine == "exact" and found["state"] == "optimal":
                best = found["cost"]
            faults = []
            if engine == "exact" and found["state"] != "optimal":
                faults.append("not proved optimal")
            if found["state"] == "not feasible":
                faults.append("not feasible")
            if found["cost"] > MOST_ABOVE * best:
                faults.append(f"required at most {MOST_ABOVE} of {best}")
            if found["seconds"] > limit + DELAY:
                faults.append(f"required at most {limit} s")
            print(
                f"{name} {engine}: cost {found['cost']}, bound {found['bound']}, "
                f"{found['state']}, {found['seconds']} s"
                + "".join(f"; FAILED: {fault}" for fault in faults),
                flush=True,
            )
            passed += not faults
            failed += bool(faults)
    return passed, failed


def keep_journal(options, instances):
    known = {}
    if options.journal.exists():
        for line in options.journal.read_text().splitlines():
            entry = json.loads(line)
            known[entry["name"], entry["engine"]] = entry
    end = time.monotonic() + (options.stop_after or math.inf)
    for name, path in instances.items():
        limit = get_limit(options, name, options.engine)
        if (name, options.engine) in known or time.monotonic() + limit > end:
            continue
        entry = {"name": name, "engine": options.engine}
        entry |= {"date": str(datetime.date.today()), "cpu": get_processor()}
        entry |= {"load": os.getloadavg()[0], "allowed": limit}
        found = solve(options.tool, path, options.engine, limit)
        if options.most_used and found["seconds"] > options.most_used:
            raise SystemExit(f"{name}: used {found['seconds']} s of {limit}")
        entry |= found
        known[name, options.engine] = entry
        with options.journal.open("a") as file:
            file.write(json.dumps(entry) + "\n")
    print_table([known[name, options.engine] for name in instances if (name, options.engine) in known])


def print_table(entries):
    ratios = []
    print("| instance | allowed, s | used, s | processor, s | cost | of the best known | state |")
    print("|---|---|---|---|---|---|---|")
    for entry in entries:
        best = BEST.get(entry["name"])
        ratio = entry["cost"] / best if best else None
        if ratio:
            ratios.append(ratio)
        print(
            f"| {entry['name']} | {entry['allowed']} | {entry['seconds']} "
            f"| {entry.get('processor', '?')} | {entry['cost']:,} | {f'{ratio:.3f}' if ratio else '?'} "
            f"| {entry['state']} |"
        )
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\ngeometric mean {mean:.3f}, worst {max(ratios):.3f}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tool")
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("--names")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--search-seconds", type=float, default=math.inf)
    parser.add_argument("--engine", default="search")
    parser.add_argument("--most-used", type=float, help="fail if a run takes longer")
    parser.add_argument(
        "--stop-after", type=float, help="begin no instance that may end later than this"
    )
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--journal", type=pathlib.Path)
    mode.add_argument("--check", action="store_true")
    options = parser.parse_args()
    instances = list_instances(options.dir)
    if options.names:
        instances = {name: instances[name] for name in options.names.split(",")}
    if options.journal:
        keep_journal(options, instances)
        return 0
    passed, failed = check(options, instances)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
