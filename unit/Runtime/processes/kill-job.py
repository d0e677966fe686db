#!/usr/bin/env python3
"""Kills and stops processes under mpirun, and checks what the others do.

usage: kill-job.py MPIRUN BIN [--trials N] [--seed N] [--journal FILE]

BIN has the programs JobProgram and dtensor-run. In each trial a process, or the launcher, is killed
at a chosen point: at a call of MPI while it starts, in any exchange of its run, in a computation,
at its end. All survivors must end within a second, with exit code 1, and say who was lost. In every
third trial the launcher is stopped, so that it ends nobody; otherwise it may end survivors before
they can speak. Further trials stop a process (SIGSTOP) at each point: the others must end within
the time of the watchdog, and name it. The last ones let a device fail. The journal gets a line for
each trial.
"""

import argparse
import ctypes
import dataclasses
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE.parents[2] / "test" / "Processes" / "Inputs" / "programs.mlir"
RANKS = ("OMPI_COMM_WORLD_RANK", "PMI_RANK")
# The library of MPI of each launcher.
LIBRARIES = {"openmpi": "libmpi.so.40", "mpich": "libmpich.so.12"}
WATCHDOG = 2.0
# The system's function of two numbers: a launcher is killed when this process ends, and orphans
# become children of this process, which learns their exit codes.
prctl = ctypes.CDLL(None).prctl
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def end_with_parent() -> None:
    """Called in a new process: it is killed as soon as the one that has started it ends."""
    prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))


def read_stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; empty if there is no such process."""
    try:
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def has_ended(pid: int) -> bool:
    """Whether a process has ended; its parent may not have asked for it."""
    stat = read_stat(pid)
    return not stat or stat[0] in "ZX"


def read_code(pid: int) -> int | None:
    """The exit code of a process that has ended, 128 + N for signal N; None if it is unknown."""
    stat = read_stat(pid)
    if not stat:
        return None
    status = int(stat[-1])
    return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


@dataclasses.dataclass
class Point:
    """A place in the run of a process: the NUMBER-th call of a function of MPI (see MpiShim.c), or
    some time after it."""

    name: str
    call: str
    number: int = 1
    seconds: float = 0

    def describe(self) -> str:
        """For the journal."""
        after = f" + {1000 * self.seconds:.0f} ms" if self.seconds else ""
        return f"{self.name} ({self.call} {self.number}{after})"


def choose_point(chance: random.Random, kind: int) -> Point:
    """A random point of one of the kinds."""
    return [
        lambda: Point("start of MPI", "init"),
        lambda: Point("communicator", "dup"),
        lambda: Point("addresses", "send"),
        lambda: Point("compilation", "send", 2, chance.random() * 0.2),
        lambda: Point("exchange", "send", chance.randint(2, 30)),
        lambda: Point("computation", "send", chance.randint(3, 30), chance.random() * 0.02),
        lambda: Point("exchange", "send", chance.randint(2, 60)),
        lambda: Point("end", chance.choice(["free", "finalize"])),
    ][kind % KINDS]()


KINDS = 8


class Job:
    """A job of mpirun, whose process `victim` comes to a point."""

    def __init__(self, mpirun: str, shim: pathlib.Path, command: list[str], count: int,
                 victim: int = -1, point: Point | None = None) -> None:
        self.count = count
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kill-job-"))
        self.journal = self.folder / "pid"
        self.output = self.folder / "output"
        self.mark = f"KILL_JOB={self.folder}"
        variables = {"KILL_JOB": str(self.folder), "DTENSOR_MPI": str(shim),
                     "SHIM_JOURNAL": str(self.journal), "SHIM_RANK": str(victim),
                     "JOB_WATCHDOG": str(WATCHDOG)}
        if point:
            action = "go" if point.seconds else "hold"
            variables["SHIM"] = f"{point.call}:{point.number}:{action}"
        self.program = command[0]
        self.start([mpirun, *self.options(shim, variables)], command, variables)
        self.pids: dict[int, int] = {}

    def options(self, shim: pathlib.Path, variables: dict[str, str]) -> list[str]:
        """What the launcher is told of the processes."""
        options = ["-np", str(self.count)]
        if shim.name.startswith("openmpi"):
            options += ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]
        return options

    def start(self, launcher: list[str], command: list[str], variables: dict[str, str]) -> None:
        """Starts the launcher."""
        # What processes print does not depend on the launcher, which may be stopped or killed.
        errors = ["sh", "-c", f'exec "$0" "$@" 2>>{self.folder}/errors']
        with self.output.open("w") as output:
            self.launcher = subprocess.Popen([*launcher, *errors, *command],
                                             stdout=output, stderr=subprocess.STDOUT,
                                             stdin=subprocess.DEVNULL,
                                             env={**os.environ, **variables},
                                             start_new_session=True, preexec_fn=end_with_parent)

    def read(self) -> str:
        """Everything that was printed up to now."""
        texts = [path.read_text(errors="replace") for path in (self.output, self.folder / "errors")
                 if path.exists()]
        return "".join(texts)

    def has_come(self) -> bool:
        """Waits until the victim is at its point; returns whether it has come to it."""
        end = time.monotonic() + 30
        while not (self.journal.exists() and self.journal.read_text().endswith("\n")):
            if self.launcher.poll() is not None or time.monotonic() > end:
                return False
            time.sleep(0.001)
        return True

    def find(self) -> bool:
        """Finds the processes of all ranks."""
        end = time.monotonic() + 10
        while time.monotonic() < end and self.launcher.poll() is None:
            for entry in os.scandir("/proc"):
                if not entry.name.isdigit():
                    continue
                try:
                    text = pathlib.Path(entry.path, "environ").read_text(errors="replace")
                    program = os.readlink(f"{entry.path}/exe")
                except OSError:
                    continue
                variables = text.split("\0")
                if self.mark in variables and os.path.samefile(program, self.program):
                    for name in RANKS:
                        for variable in variables:
                            if variable.startswith(name + "="):
                                self.pids[int(variable.partition("=")[2])] = int(entry.name)
            if len(self.pids) == self.count:
                return True
            time.sleep(0.002)
        return False

    def end(self) -> int:
        """Waits for the launcher, ends what is left, and returns the launcher's exit code."""
        try:
            code = self.launcher.wait(5)
        except subprocess.TimeoutExpired:
            code = -1
            os.kill(self.launcher.pid, signal.SIGKILL)
            self.launcher.wait()
        for pid in self.pids.values():
            if not has_ended(pid):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass
        shutil.rmtree(self.folder)
        return code


def wait_for_end(pids: list[int], seconds: float) -> float | None:
    """Waits until all have ended; returns the time, or None if some have not."""
    start = time.monotonic()
    while not all(has_ended(pid) for pid in pids):
        if time.monotonic() - start > seconds:
            return None
        time.sleep(0.002)
    return time.monotonic() - start


class Tester:
    """Runs trials, and counts failures."""

    def __init__(self, mpirun: str, folder: pathlib.Path, seed: int,
                 journal: pathlib.Path | None) -> None:
        self.mpirun = mpirun
        self.folder = folder
        self.chance = random.Random(seed)
        self.journal = journal.open("a") if journal else None
        version = subprocess.run([mpirun, "--version"], capture_output=True, text=True,
                                 check=False).stdout
        self.mpi = "openmpi" if re.search("Open ?MPI|OpenRTE", version) else "mpich"
        self.temporary = pathlib.Path(tempfile.mkdtemp(prefix="kill-job-"))
        self.shim = self.temporary / f"{self.mpi}-shim.so"
        subprocess.run(["cc", "-std=gnu11", "-shared", "-fPIC", str(HERE / "MpiShim.c"), "-o",
                        str(self.shim), "-Wl,--no-as-needed", "-l:" + LIBRARIES[self.mpi]],
                       check=True)
        self.failures = 0
        self.numbers: dict[str, list[int]] = {}
        self.slowest: dict[str, float] = {}

    def command(self, trial: int) -> list[str]:
        """What the job runs."""
        if trial % 2:
            return [str(self.folder / "JobProgram"), "run", "3"]
        return [str(self.folder / "dtensor-run"), str(PROGRAMS), "--random-inputs=1",
                f"--watchdog={WATCHDOG}"]

    def note(self, trial: str, what: str, problems: list[str], seconds: float | None,
             text: str) -> None:
        """Writes the result of a trial."""
        self.failures += bool(problems)
        counts = self.numbers.setdefault(what, [0, 0])
        counts[0] += 1
        counts[1] += bool(problems)
        self.slowest[what] = max(self.slowest.get(what, 0), seconds or 0)
        result = "; ".join(problems) or "good"
        after = "never" if seconds is None else f"{seconds:.3f} s"
        line = f"{self.mpi}\t{trial}\tlast survivor {after}\t{result}"
        if self.journal:
            print(line, file=self.journal, flush=True)
        if problems:
            print(line + "\n" + text)

    def fail_one(self, trial: int, stops: bool) -> None:
        """Kills or stops one process of a job."""
        chance = self.chance
        while True:
            count = chance.choice([2, 2, 3, 4])
            victim = chance.randrange(count)
            point = choose_point(chance, trial // 2)
            # Point 2 of dtensor-run is as the first of JobProgram's run.
            command = self.command(trial + trial // (2 * KINDS))
            job = Job(self.mpirun, self.shim, command, count, victim, point)
            if job.has_come() and job.find():
                break
            # The run was over before.
            job.end()
        launcher = int(read_stat(job.pids[victim])[1])
        is_held = not stops and trial % 3 == 2
        kills_launcher = not stops and trial % 6 == 4
        time.sleep(point.seconds)
        target = launcher if kills_launcher else job.pids[victim]
        survivors = {rank: pid for rank, pid in job.pids.items()
                     if rank != victim or kills_launcher}
        over = [rank for rank, pid in survivors.items() if has_ended(pid)]
        if is_held:
            os.kill(launcher, signal.SIGSTOP)
        if not has_ended(target):
            os.kill(target, signal.SIGSTOP if stops else signal.SIGKILL)
        # Silence is counted by survivors that run: a busy machine may stop them as well.
        seconds = wait_for_end(list(survivors.values()), WATCHDOG + 3 if stops else 1)
        codes = {rank: read_code(pid) for rank, pid in survivors.items()}
        if stops and not has_ended(target):
            os.kill(target, signal.SIGKILL)
        if is_held:
            os.kill(launcher, signal.SIGCONT)
        if kills_launcher and launcher != job.launcher.pid:
            job.launcher.kill()
        end = time.monotonic() + 2
        while job.launcher.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        text = job.read()
        code = job.end()

        # A process that was killed as soon as it was started has no number yet.
        name = ("the launcher of" if kills_launcher else
                f"(process {victim}|a process) \\(host [^)]*\\)")
        sign = "(does not answer|is stopped)" if stops else "was lost"
        spoke = len(re.findall(f"error: .*{name}.*{sign}", text))
        problems = []
        if over:
            problems.append(f"processes {over} had ended before")
        if seconds is None:
            problems.append(f"survivors {[r for r, p in survivors.items() if codes[r] is None]} "
                            "did not end")
        # MPI itself may end a process whose launcher is lost in the middle of MPI's start or end,
        # with its own message, MPICH's code 15 or SIGPIPE.
        by_mpi = kills_launcher and point.call in ("init", "free", "finalize")
        good = {1, 15, 141} if by_mpi else {1}
        if (is_held or kills_launcher) and not set(codes.values()) <= good:
            problems.append(f"exit codes {codes}")
        required = (1 if stops else len(survivors) if is_held or kills_launcher else
                    list(codes.values()).count(1))
        if spoke < required and not by_mpi:
            problems.append(f"{spoke} of {len(survivors)} survivors said who was lost")
        if code == 0:
            problems.append("the launcher ended well")
        program = pathlib.Path(command[0]).name
        what = ("stopped" if stops else "the launcher is killed" if kills_launcher else
                "killed, the launcher is stopped" if is_held else "killed")
        self.note(f"{what}\t{program}\tprocess {victim} of {count}\t{point.describe()}\t"
                  f"codes {codes}, {spoke} spoke", what, problems, seconds, text)

    def fail_device(self) -> None:
        """Lets a device fail: all processes must end with its error."""
        job = Job(self.mpirun, self.shim, [str(self.folder / "JobProgram"), "fail", "1"], 4)
        problems = [] if job.find() else ["the job has not started"]
        seconds = wait_for_end(list(job.pids.values()), 5)
        if seconds is None:
            problems.append("not all ended")
        time.sleep(0.3)
        text = job.read()
        if job.end() == 0:
            problems.append("the launcher ended well")
        if "device 3: job.mlir:7:1: no more" not in text:
            problems.append("nobody told the error")
        self.note("a device fails", "a device fails", problems, seconds, text)

    def summarize(self) -> int:
        """Prints the counts, and returns the exit code."""
        for what, (count, failures) in self.numbers.items():
            print(f"{self.mpi}: {what}: {count} trials, {failures} failures; the last survivor "
                  f"ended after {self.slowest[what]:.3f} s at most")
        shutil.rmtree(self.temporary)
        return int(self.failures > 0)


def main() -> int:
    """Runs the trials."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mpirun")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--trials", type=int, default=24)
    parser.add_argument("--stops", type=int, help="trials with SIGSTOP (a fourth of the others)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journal", type=pathlib.Path)
    options = parser.parse_args()
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    tester = Tester(options.mpirun, options.folder, options.seed, options.journal)
    for trial in range(options.trials):
        tester.fail_one(trial, stops=False)
    stops = options.trials // 4 if options.stops is None else options.stops
    for trial in range(stops):
        tester.fail_one(2 * trial, stops=True)
    tester.fail_device()
    return tester.summarize()


if __name__ == "__main__":
    sys.exit(main())
