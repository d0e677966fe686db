"""Runs programs in environments that differ from the usual one.

usage: environments.py DTENSOR_RUN COMPILER SCRATCH PROGRAM...

Each program, a folder with inputs and expected outputs, has the same bits and
the same report everywhere: with other numbers of cores and workers, page sizes,
half of a core, no huge pages, no shared memory, no home, another locale and
another allocator. An environment that cannot be had here is named with its
reason. The last line is `N passed, N failed`.
"""

import ctypes
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT = 120  # seconds
PR_SET_THP_DISABLE = 41
CGROUP = pathlib.Path("/sys/fs/cgroup")


class LeftOut(Exception):
    """This machine does not have what the environment needs."""


def find(name):
    path = shutil.which(name)
    if not path:
        raise LeftOut(f"no {name}")
    return path


def preload(scratch):
    return {"LD_PRELOAD": str(scratch / "environments.so")}


def cores(count):
    def make(scratch):
        if len(os.sched_getaffinity(0)) < count:
            raise LeftOut(f"fewer than {count} cores")
        return {"prefix": [find("taskset"), "-c", f"0-{count - 1}"]}

    return make


def said(**variables):
    """What the machine says of itself, through environments.c."""
    return lambda scratch: {"env": {**preload(scratch), **variables}}


def half_a_core(scratch):
    """In a group of processes, of version 1 or 2."""
    old, new = CGROUP / "cpu" / "dtensor", CGROUP / "dtensor"
    for folder, name, text in (
        (old, "cpu.cfs_quota_us", "50000"),
        (new, "cpu.max", "50000 100000"),
    ):
        try:
            folder.mkdir()
            try:
                (folder / name).write_text(text)
            except OSError:
                folder.rmdir()
                continue
        except OSError:
            continue
        join = f'echo $$ > {folder}/cgroup.procs && exec "$@"'
        return {"prefix": ["sh", "-c", join, "sh"], "undo": folder.rmdir}
    raise LeftOut("groups of processes cannot be made")


def no_huge_pages(scratch):
    libc = ctypes.CDLL(None)
    return {"preexec_fn": lambda: libc.prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)}


def no_shared_memory(scratch):
    mount = 'mount -t tmpfs -o size=4k,ro tmpfs /dev/shm && exec "$@"'
    prefix = [find("unshare"), "--mount", "sh", "-c", mount, "sh"]
    if subprocess.run([*prefix, "true"], stderr=subprocess.DEVNULL).returncode:
        raise LeftOut("file systems cannot be mounted")
    return {"prefix": prefix}


def no_home(scratch):
    home = scratch / "home"
    home.mkdir(exist_ok=True)
    home.chmod(0o500)
    unusable = {name: "/dev/null/none" for name in ("XDG_CACHE_HOME", "TMPDIR")}
    return {"env": {"HOME": str(home), **unusable}}


def decimal_comma(scratch):
    name = scratch / "de_DE.UTF-8"
    made = subprocess.run(
        [find("localedef"), "-i", "de_DE", "-f", "UTF-8", name],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if made.returncode or not name.exists():
        raise LeftOut("no sources of locales")
    return {
        "env": {
            **preload(scratch),
            "LOCPATH": str(scratch),
            "LC_ALL": "de_DE.UTF-8",
            "SAID_LOCALE": "de_DE.UTF-8",
        }
    }


def filled_memory(scratch):
    """New memory has other contents than zero."""
    return {"env": {"MALLOC_CONF": "junk:true,narenas:1"}}


def other_allocator(scratch):
    """The C library's, which fills new memory."""
    tunables = "glibc.malloc.perturb=165:glibc.malloc.arena_max=1"
    return {"env": {"LD_PRELOAD": "libc.so.6", "GLIBC_TUNABLES": tunables}}


ENVIRONMENTS = {
    "one core": cores(1),
    "three cores": cores(3),
    "64 workers": said(SAID_CORES="64"),
    "pages of 64 KiB": said(SAID_PAGE_BYTES="65536"),
    "pages of 2 MiB": said(SAID_PAGE_BYTES="2097152"),
    "half a core": half_a_core,
    "no huge pages": no_huge_pages,
    "no shared memory": no_shared_memory,
    "no home": no_home,
    "decimal comma": decimal_comma,
    "filled memory": filled_memory,
    "another allocator": other_allocator,
}


def run(tool, program, folder, environment):
    """The bits of the results and the report; or an error."""
    folder.mkdir()
    command = [
        *environment.get("prefix", []), tool, program / "program.mlir",
        "--devices=8", "--layout=arg0=x" + ",unsharded" * (rank(program) - 1),
        f"--input-dir={program}", f"--expect-dir={program}", "--rtol=1e-3",
        "--atol=1e-4", f"--output-dir={folder}", f"--report={folder}/report.json",
    ]  # fmt: skip
    done = subprocess.run(
        command,
        env={**os.environ, **environment.get("env", {})},
        preexec_fn=environment.get("preexec_fn"),
        stderr=subprocess.PIPE,
        text=True,
        timeout=TIMEOUT,
    )
    if done.returncode:
        return None, done.stderr.strip() or f"exit code {done.returncode}"
    return {file.name: file.read_bytes() for file in folder.iterdir()}, None


def rank(program):
    """Of the first input: the header of an .npy file has its shape."""
    header = (program / "in0.npy").read_bytes()[:128].decode("latin-1")
    shape = header.split("'shape': (")[1].split(")")[0]
    return len([extent for extent in shape.split(",") if extent.strip()])


def main():
    tool, compiler, scratch = sys.argv[1:4]
    programs = [pathlib.Path(program) for program in sys.argv[4:]]
    shutil.rmtree(scratch, ignore_errors=True)
    scratch = pathlib.Path(scratch).resolve()
    scratch.mkdir(parents=True)
    shim = ["-shared", "-fPIC", HERE / "environments.c", "-o", scratch / "environments.so"]
    subprocess.run([compiler, "-x", "c", *shim], check=True)
    passed, failed = 0, 0
    usual = {}
    for name, make in {"the usual": lambda scratch: {}, **ENVIRONMENTS}.items():
        try:
            environment = make(scratch)
        except LeftOut as reason:
            print(f"{name}: left out, {reason}")
            continue
        for program in programs:
            folder = scratch / f"{name.replace(' ', '-')}-{program.name}"
            found, error = run(tool, program, folder, environment)
            usual.setdefault(program, found)
            if not error and found != usual[program]:
                differing = [f for f in found if found[f] != usual[program].get(f)]
                error = f"other bits than usual in {', '.join(sorted(differing))}"
            failed += bool(error)
            passed += not error
            print(f"{name}, {program.name}: {error or 'right'}", flush=True)
        environment.get("undo", lambda: None)()
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
