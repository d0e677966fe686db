"""Summaries and comparisons of benchmark/run, of times that are made up.

usage: benchmark_summary.py FOLDER_OF_BENCHMARK
"""

import runpy
import sys

sys.path.insert(0, sys.argv[1])

from summary import compare, format_header, format_row, summarize
from workloads import WORKLOADS


def make(ours, limit):
    """The entry of a workload, of two rounds."""
    rounds = {"native": [{"samples": [ours, 2 * ours], "compile_seconds": 3, "megabytes": 5},
                         {"samples": [4 * ours, 8 * ours], "compile_seconds": 2}],
              "limit": [{"samples": [limit]}, {"samples": [limit]}]}
    return {"summary": summarize(rounds, ["native"])}


entry = make(0.002, 0.001)["summary"]
assert entry["native"] == {"seconds_min": 0.002, "seconds_median": 0.0075,
                           "compile_seconds": 2, "megabytes": 5}, entry
assert entry["limit"]["native"] == {"ratio_min": 2, "ratio_median": 7.5,
                                    "ratio_least": 2, "ratio_greatest": 8}, entry
row = format_row("copy", entry, ["native"], ["jax", "limit"])
assert row.split() == ["copy", "2", "7.5", "-", "-", "1", "1", "2.00", "7.50",
                       "2.00..8.00"], row
assert len(row) == len(format_header(["native"], ["jax", "limit"]))

# A machine that is twice as slow has the same ratios.
old = {"a": make(1, 1), "b": make(1, 1), "c": make(2, 1)}
new = {"a": make(2, 2), "b": make(1.5, 1), "c": make(1, 1), "d": make(1, 1)}
lines, num_slower = compare(old, new, "native", 0.1)
assert num_slower == 1, lines
assert [line.split()[1] for line in lines] == ["same", "slower", "faster", "not"], lines
assert compare(old, old, "native", 0.1)[1] == 0
# Without a common yardstick, times are compared.
for entry in (*old.values(), *new.values()):
    del entry["summary"]["limit"]
assert compare(old, new, "native", 0.1)[1] == 2

# A program that takes twice the project's time is at 2 in the chart.
read_ratios = runpy.run_path(sys.argv[1] + "/chart")["read_ratios"]
assert read_ratios({"workloads": {"a": make(1, 2)}}, "native") == {"a": {"limit": 2}}
assert read_ratios({"workloads": {"a": make(1, 2)}}, "x86-64-v3") == {}

for workload in WORKLOADS:
    assert workload.program.exists(), workload.program
    kinds = workload.limit and workload.limit[0], bool(workload.packed_limit)
    assert kinds in ((None, False), ("copy", False), ("sgemm", True)), kinds
assert len({workload.name for workload in WORKLOADS}) == len(WORKLOADS)
print("right")
