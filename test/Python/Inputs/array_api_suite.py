"""Runs the array API standard's own suite against the package.

usage: array_api_suite.py SUITE [--examples N,N,N] [--devices 1,2,3] [--seed N] [--journal FILE]
                          [--tests TEST...]

SUITE is the folder of data-apis/array-api-tests, which is read in place. For one device, the suite
is given the package itself; for more, sharded_namespace.py, which divides each array of two or
more elements. Without a seed, each test has examples of its own that are the same in each run. The
journal is a file of JSON lines: one for each test that failed, and one for each run. TEST is a part
of the suite, such as `array_api_tests/test_linalg.py`.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

_HERE = pathlib.Path(__file__).resolve().parent
_VERSION = "2024.12"


def make_tree(suite, tree):
    """Links to the suite, in a folder that can be written.

    The suite looks for the folder of the standard's text, and does not read it.
    """
    for name in ("array_api_tests", "conftest.py", "reporting.py", "pytest.ini"):
        (tree / name).symlink_to(suite / name)
    (tree / "array-api" / "spec" / _VERSION / "API_specification").mkdir(parents=True)
    (tree / "array-api" / "src").symlink_to(suite / "array-api" / "src")


def processor():
    """The name of this machine's processor."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def run(tree, devices, examples, arguments):
    """Runs the suite once, and returns pytest's report."""
    environment = dict(os.environ)
    environment["ARRAY_API_TESTS_MODULE"] = "dtensor" if devices == 1 else "sharded_namespace"
    environment["ARRAY_API_TESTS_VERSION"] = _VERSION
    environment["DTENSOR_TEST_DEVICES"] = str(devices)
    paths = [str(_HERE), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    report = tree / f"report-{devices}.json"
    command = [sys.executable, "-m", "pytest", *arguments.tests]
    command += ["-q", "--tb=short", "-p", "no:cacheprovider"]
    command += ["--disable-deadline", f"--max-examples={examples}"]
    if arguments.seed is None:
        command += ["--derandomize"]
    else:
        command += [f"--hypothesis-seed={arguments.seed}"]
    skips = _HERE / ("array-api-skips.txt" if devices == 1 else "array-api-sharded-skips.txt")
    command += [f"--skips-file={skips}", "--json-report", f"--json-report-file={report}"]
    command += ["--json-report-omit", "collectors", "log", "streams", "warnings"]
    subprocess.run(command, cwd=tree, env=environment, check=False)
    if not report.exists():
        sys.exit(f"error: the suite did not run with {devices} devices")
    return json.loads(report.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("suite", type=pathlib.Path)
    parser.add_argument("--examples", default="3,2,2")
    parser.add_argument("--devices", default="1,2,3")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--journal", type=pathlib.Path)
    parser.add_argument("--tests", nargs="+", default=["array_api_tests"])
    arguments = parser.parse_args()
    all_devices = [int(each) for each in arguments.devices.split(",")]
    all_examples = [int(each) for each in arguments.examples.split(",")]
    if len(all_devices) != len(all_examples):
        parser.error("required as many numbers of examples as of devices")

    lines, failed = [], 0
    for devices, examples in zip(all_devices, all_examples):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            make_tree(arguments.suite.resolve(), tree)
            start = time.monotonic()
            report = run(tree, devices, examples, arguments)
        summary = report["summary"]
        for test in report["tests"]:
            if test["outcome"] in ("failed", "error"):
                lines.append({"devices": devices, "test": test["nodeid"]})
        failed += summary.get("failed", 0) + summary.get("error", 0)
        lines.append(
            {
                "devices": devices,
                "examples": examples,
                "seed": arguments.seed,
                **{each: summary.get(each, 0) for each in ("passed", "failed", "skipped")},
                "seconds": round(time.monotonic() - start),
                "date": str(datetime.date.today()),
                "processor": processor(),
            }
        )
        if arguments.journal:
            with arguments.journal.open("a") as journal:
                journal.writelines(json.dumps(line) + "\n" for line in lines)
        for line in lines:
            print(json.dumps(line), flush=True)
        lines.clear()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
