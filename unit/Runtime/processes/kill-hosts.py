#!/usr/bin/env python3
"""Kills processes of a job on two hosts, and checks what those of both hosts do.

usage: kill-hosts.py BIN [--trials N] [--seed N] [--rate RATE]

BIN has JobProgram. Two processes run on each of two hosts, which are network namespaces joined by a
cable (test/Processes/Inputs/two-hosts.sh). In each trial a process is killed at a random point, or
the launcher of a host, or the cable is cut. The launchers are stopped, so that they end nobody. All
survivors of a kill must end within a second, and those of a cut within 8 s, with exit code 1, and
say who was lost.
"""

import argparse
import importlib.util
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
LAUNCHER = HERE.parents[2] / "test" / "Processes" / "Inputs" / "two-hosts.sh"
specification = importlib.util.spec_from_file_location("kill_job", HERE / "kill-job.py")
kill_job = importlib.util.module_from_spec(specification)
specification.loader.exec_module(kill_job)

COUNT = 4
# A cut is noticed by the channel between hosts, before the watchdog.
kill_job.WATCHDOG = 60.0
KINDS = ("killed", "the launcher of a host is killed", "the cable is cut")


class HostsJob(kill_job.Job):
    """A job on two hosts."""

    def options(self, shim: pathlib.Path, variables: dict[str, str]) -> list[str]:
        """The other host gets the variables by name."""
        return [option for name in variables for option in ("-x", name)]

    def cut(self) -> None:
        """Cuts the cable."""
        subprocess.run(["ip", "netns", "exec", f"dtensor-{self.launcher.pid}-a", "ip", "link",
                        "set", "cable", "down"], check=True)


def run_trial(folder: pathlib.Path, shim: pathlib.Path, chance: random.Random,
              kind: str) -> tuple[list[str], float]:
    """Returns the problems, and the seconds after which the last survivor ended."""
    while True:
        victim = chance.randrange(COUNT)
        point = kill_job.choose_point(chance, chance.choice([4, 5, 6]))
        job = HostsJob(str(LAUNCHER), shim, [str(folder / "JobProgram"), "run", "9"], COUNT, victim,
                       point)
        if job.has_come() and job.find():
            break
        print(job.read(), file=sys.stderr)
        job.end()
    launchers = {rank: int(kill_job.read_stat(pid)[1]) for rank, pid in job.pids.items()}
    for launcher in set(launchers.values()):
        os.kill(launcher, signal.SIGSTOP)
    survivors = dict(job.pids)
    if kind == "killed":
        os.kill(survivors.pop(victim), signal.SIGKILL)
    elif kind == "the cable is cut":
        job.cut()
    else:
        os.kill(launchers[victim], signal.SIGKILL)
    seconds = kill_job.wait_for_end(list(survivors.values()), 8 if kind == KINDS[2] else 1)
    codes = {rank: kill_job.read_code(pid) for rank, pid in survivors.items()}
    text = job.read()
    for launcher in set(launchers.values()):
        if not kill_job.has_ended(launcher):
            os.kill(launcher, signal.SIGKILL)
    job.launcher.send_signal(signal.SIGTERM)
    job.end()
    # The script does so too, unless it had no time.
    for host in "ab":
        subprocess.run(["ip", "netns", "del", f"dtensor-{job.launcher.pid}-{host}"],
                       capture_output=True, check=False)
    problems = []
    if seconds is None:
        problems.append("not all ended")
    elif set(codes.values()) != {1}:
        problems.append(f"exit codes {codes}")
    lost = {"killed": f"process {victim} \\(.*was lost: it ended",
            "the cable is cut": "was lost: its host does not answer",
            KINDS[1]: "the launcher of process .*was lost"}[kind]
    spoke = len(re.findall("error: .*" + lost, text))
    # Of a killed launcher, the processes of its host learn first; the others may name these.
    if spoke < (1 if kind == KINDS[1] else len(survivors)):
        problems.append(f"{spoke} of {len(survivors)} survivors said who was lost:\n{text}")
    return problems, seconds or float("inf")


def main() -> int:
    """Runs the trials."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--trials", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", default="")
    options = parser.parse_args()
    os.environ["PROCESSES"] = str(COUNT // 2)
    os.environ["RATE"] = options.rate
    kill_job.prctl(kill_job.PR_SET_CHILD_SUBREAPER, 1)
    tester = kill_job.Tester("mpirun.openmpi", options.folder, options.seed, None)
    for trial in range(options.trials):
        kind = KINDS[trial % len(KINDS)]
        start = time.monotonic()
        problems, seconds = run_trial(options.folder, tester.shim, tester.chance, kind)
        print(f"trial {trial}: {kind}: the last survivor ended after {seconds:.3f} s "
              f"(trial {time.monotonic() - start:.1f} s)", *problems, flush=True)
        tester.note(f"trial {trial}", kind, problems, seconds, "")
    return tester.summarize()


if __name__ == "__main__":
    sys.exit(main())
