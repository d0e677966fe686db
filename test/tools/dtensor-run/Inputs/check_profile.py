"""Checks a trace of `dtensor-run --profile` against its source and its report.

usage: check_profile.py TRACE SOURCE REPORT --devices N --runs N [--op KIND:OP:LINE]...
       [--prediction FILE]

Each --op names a category, an op and a line of the source, of which each run
must have an event on every device.
"""

import argparse
import collections
import json
import pathlib
import re

parser = argparse.ArgumentParser()
parser.add_argument("trace", type=pathlib.Path)
parser.add_argument("source", type=pathlib.Path)
parser.add_argument("report", type=pathlib.Path)
parser.add_argument("--devices", type=lambda text: [int(i) for i in text.split(",")])
parser.add_argument("--process", type=int, default=0)
parser.add_argument("--runs", type=int, default=1)
parser.add_argument("--op", action="append", default=[])
parser.add_argument("--prediction", type=pathlib.Path)
arguments = parser.parse_args()

trace = json.loads(arguments.trace.read_text())
report = json.loads(arguments.report.read_text())
lines = arguments.source.read_text().splitlines()
events = trace["traceEvents"]
assert trace["otherData"] == {"runs": arguments.runs, "events_left_out": 0}
assert {event["pid"] for event in events} == {arguments.process}

names = {event["tid"]: event["args"]["name"] for event in events
         if event["name"] == "thread_name"}
assert names == {i: f"device {i}" for i in arguments.devices}, names
assert [event["args"]["name"] for event in events if event["name"] == "process_name"]

by_device = collections.defaultdict(list)
for event in events:
    if event["ph"] == "X":
        assert event["dur"] >= 0
        by_device[event["tid"]].append(event)
assert sorted(by_device) == arguments.devices

# Rounded to a nanosecond.
SLACK = 0.0025


def check_nesting(spans):
    """Each event is within the run and within every event that it overlaps."""
    spans = sorted(spans, key=lambda event: (event["ts"], -event["dur"]))
    around = []
    for event in spans:
        while around and event["ts"] >= around[-1]["ts"] + around[-1]["dur"] - SLACK:
            around.pop()
        if event["cat"] == "run":
            assert not around, "a run within an event"
        else:
            assert around, f"an event outside of all runs: {event}"
            outer = around[-1]
            assert event["ts"] + event["dur"] <= outer["ts"] + outer["dur"] + SLACK, event
            assert outer["cat"] in ("run", "control flow", "collective", "barrier"), outer
            if event["cat"] == "wait":
                assert outer["cat"] in ("collective", "barrier"), outer
        around.append(event)


def check_places(event):
    """Each op is at a line that the source has, and that names the op."""
    for op in event["args"]["ops"]:
        match = re.fullmatch(r"(\S+) at (.*):(\d+):(\d+)", op)
        assert match, op
        assert pathlib.Path(match[2]).name == arguments.source.name, op
        line = lines[int(match[3]) - 1]
        if event["cat"] not in ("collective", "barrier"):
            assert match[1] in line or match[1].split(".")[-1] in line, (op, line)


def check_collectives(spans):
    """The collectives of the report, each as often as it says."""
    wanted = collections.Counter()
    for collective in report["collectives"]:
        count = collective["count"] * arguments.runs
        wanted[(collective["kind"], f"{collective['kind']} at {collective['location']}",
                collective["bytes_received"] // collective["count"],
                collective["reason"])] += count
    found = collections.Counter()
    for event in spans:
        if event["cat"] == "collective":
            assert 0 <= event["args"]["wait_us"] <= event["dur"] + SLACK, event
            found[(event["name"], event["args"]["ops"][0], event["args"]["bytes_received"],
                   event["args"].get("reason", ""))] += 1
    assert wanted == found, (wanted, found)


def check_waits(spans):
    """The waits of collectives and barriers are the spans that are called so."""
    named = sum(event["dur"] for event in spans if event["cat"] == "wait")
    counted = sum(event["args"]["wait_us"] for event in spans
                  if event["cat"] in ("collective", "barrier"))
    assert abs(named - counted) <= 0.001 * named + 0.01 * len(spans), (named, counted)


for device, spans in by_device.items():
    assert sum(event["cat"] == "run" for event in spans) == arguments.runs
    check_nesting(spans)
    check_collectives(spans)
    check_waits(spans)
    for event in spans:
        # A barrier that the compiler adds has no place.
        if event["cat"] not in ("run", "wait", "barrier"):
            check_places(event)
    for wanted in arguments.op:
        category, op, line = wanted.split(":")
        count = sum(event["cat"] == category
                    and any(re.fullmatch(rf"{re.escape(op)} at .*:{line}:\d+", each)
                            for each in event["args"]["ops"])
                    for event in spans)
        assert count and count % arguments.runs == 0, (wanted, count)

if arguments.prediction:
    # All predicted time is somewhere, and each run of a device has it once.
    prediction = json.loads(arguments.prediction.read_text())
    for device, spans in by_device.items():
        seconds = sum(event["args"].get("predicted_us", 0) for event in spans
                      if "args" in event) / 1e6 / arguments.runs
        wanted = sum(op["seconds"] for op in prediction["ops"])
        assert wanted > 0 and abs(seconds - wanted) <= 0.01 * wanted, (seconds, wanted)

# The curve of what a device has received ends with the bytes of the report.
for device in arguments.devices:
    curve = [event["args"]["bytes"] for event in events
             if event["ph"] == "C" and event["tid"] == device]
    assert curve == sorted(curve)
    wanted = arguments.runs * report["bytes_received"]
    assert (curve[-1] if curve else 0) == wanted, (curve, wanted)
print("right:", ", ".join(sorted({event["cat"] for event in events if "cat" in event})))
