#!/usr/bin/env python3
"""Kills processes under mpirun, and checks that no process is left behind.

usage: kill-job.py MPIRUN PROGRAM [TRIALS [SEED]]

PROGRAM is bin/JobProgram. In each trial a random process (or mpirun itself) is killed at a
random time, in every third trial while mpirun is stopped and ends nobody. All survivors must end
within a second; those that the launcher has not ended before must say which process was lost.
Prints the number of trials, and how many survivors spoke. The last trials let a device fail and a
process stop itself.
"""

import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] not in "ZX"


class Job:
    """A job of mpirun, with its processes and all that it prints."""

    def __init__(self, mpirun: str, program: str, count: int, mode: str, seconds: float,
                 variables: dict[str, str] | None = None) -> None:
        self.output = tempfile.NamedTemporaryFile("w+")
        options = ["-np", str(count)]
        version = subprocess.run([mpirun, "--version"], capture_output=True, text=True,
                                 check=False).stdout
        if "Open MPI" in version or "OpenRTE" in version:
            options += ["--allow-run-as-root", "--oversubscribe"]
        self.count = count
        self.launcher = subprocess.Popen(
            [mpirun, *options, program, mode, str(seconds)], stdout=self.output,
            stderr=subprocess.STDOUT, env={**os.environ, **(variables or {})},
            start_new_session=True)

    def read(self) -> str:
        """Everything that was printed up to now."""
        return pathlib.Path(self.output.name).read_text(errors="replace")

    def get_pids(self) -> dict[int, int]:
        """The ids of the processes that have told theirs."""
        pids = {}
        for line in self.read().splitlines():
            words = line.split()
            if len(words) == 4 and words[0] == "process" and words[2] == "pid":
                pids[int(words[1])] = int(words[3])
        return pids

    def wait_until_started(self) -> dict[int, int]:
        """Waits for all processes and returns their ids."""
        end = time.monotonic() + 30
        while len(self.get_pids()) < self.count:
            if time.monotonic() > end or self.launcher.poll() is not None:
                raise SystemExit("the job has not started:\n" + self.read())
            time.sleep(0.005)
        return self.get_pids()

    def read_all(self) -> str:
        """Everything, after the launcher has had time to pass it on."""
        time.sleep(0.3)
        return self.read()

    def end(self) -> None:
        """Ends what is left."""
        for pid in self.get_pids().values():
            if is_alive(pid):
                os.kill(pid, signal.SIGKILL)
        self.launcher.kill()
        self.launcher.wait()


def wait_for_end(pids: list[int], seconds: float) -> float:
    """Waits until all have ended; returns the time, or a negative number."""
    start = time.monotonic()
    while any(is_alive(pid) for pid in pids):
        if time.monotonic() - start > seconds:
            return -1
        time.sleep(0.002)
    return time.monotonic() - start


def main() -> int:
    """Runs the trials."""
    mpirun, program = sys.argv[1:3]
    trials = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    chance = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    failures, speakers, survivors, slowest = 0, 0, 0, 0.0
    for trial in range(trials):
        count = chance.choice([2, 3, 4])
        job = Job(mpirun, program, count, "run", 3)
        pids = job.wait_until_started()
        time.sleep(chance.random() * 0.3)
        victim = chance.randrange(count + 1)
        pid = pids.get(victim, job.launcher.pid)
        is_stopped = trial % 3 == 2 and pid != job.launcher.pid
        if is_stopped:
            os.kill(job.launcher.pid, signal.SIGSTOP)
        os.kill(pid, signal.SIGKILL)
        others = [other for other in pids.values() if other != pid]
        seconds = wait_for_end(others, 1)
        if is_stopped:
            os.kill(job.launcher.pid, signal.SIGCONT)
        text = job.read_all()
        what = "the launcher of" if victim == count else f"process {victim} (host"
        spoke = sum(line.startswith("error: ") and "was lost" in line and what in line
                    for line in text.splitlines())
        if seconds < 0 or "is done" in text:
            failures += 1
            print(f"trial {trial}: killed {what} in a job of {count}: survivors "
                  f"{[p for p in others if is_alive(p)]} did not end\n{text}")
        slowest = max(slowest, seconds)
        speakers += spoke
        survivors += len(others)
        job.end()
    print(f"{trials} kills, {failures} failures; the last survivor ended after "
          f"{slowest:.3f} s at most; {speakers} of {survivors} survivors said who was lost")

    job = Job(mpirun, program, 4, "fail", 1)
    pids = job.wait_until_started()
    seconds = wait_for_end(list(pids.values()), 5)
    text = job.read_all()
    told = text.count("device 3: job.mlir:7:1: no more")
    print(f"a device fails: {told} of 4 processes said it")
    failures += seconds < 0 or told < 1
    job.end()

    job = Job(mpirun, program, 4, "stop", 1, {"JOB_WATCHDOG": "2"})
    pids = job.wait_until_started()
    seconds = wait_for_end([pids[rank] for rank in range(3)], 8)
    text = job.read_all()
    told = sum("watchdog: " in line and "process 3 (host" in line and "does not answer" in line
               for line in text.splitlines())
    print(f"a process stops: {told} of 3 others named it")
    for line in [line for line in text.splitlines() if line.startswith("error: ")][:1]:
        print("  " + line)
    failures += seconds < 0 or told < 1
    job.end()
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
