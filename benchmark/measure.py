"""Runs the programs of a workload as processes, and reads what they measured."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
# Peers that run the program undivided, on all cores.
UNSHARDED = "jax1", "torch"
SCRIPTS = {"jax": "jax_peer.py", "jax_keep": "jax_peer.py", "jax1": "jax_peer.py",
           "torch": "torch_peer.py",
           "torch_dtensor": "torch_dtensor_peer.py", "tensorflow": "tensorflow_peer.py",
           "mpi": "mpi_peer.py"}
# The option that names each peer's interpreter, and the module that it imports.
MODULES = {"jax": "jax", "jax_keep": "jax", "jax1": "jax", "torch": "torch", "torch_dtensor": "torch",
           "tensorflow": "tensorflow", "mpi": "mpi4py"}
PACKAGES = "jax", "torch", "tensorflow-cpu", "mpi4py", "numpy", "matplotlib"
# The C library keeps what is freed, so that the next result needs no fresh pages.
KEEP_FREED = {"GLIBC_TUNABLES": "glibc.malloc.mmap_max=0:"
                                f"glibc.malloc.trim_threshold={1 << 40}"}
# Neither has a meaning on one device.
SHARDED_ONLY = ("relayout", "all_", "slice", "latency", "mlp_tp_4", "mlp_tp_8",
                "block_tp_4", "block_tp_8")


def run_process(command, **options):
    """Runs a command. Returns its stdout, the seconds from start to end, and the
    megabytes that it had at most."""
    start = time.perf_counter()
    with subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE,
                          text=True, **options) as process:
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return output, seconds, usage.ru_maxrss / 1024


def options_of(level):
    """The options for a column of the project: `native`, or `native+fast`."""
    processor, plus, _ = level.partition("+fast")
    return [f"--mcpu={processor}", *(["--fast-math"] if plus else [])]


def command_of(arguments, level, workload, program, *options):
    command = [arguments.build / "bin" / "dtensor-run", program,
               "--devices", workload.devices, "--random-inputs", "1",
               f"--random-scale={workload.scale}", *options_of(level), *options]
    for layout in workload.layouts:
        command += ["--layout", layout]
    return command


def run_ours(arguments, workload, level):
    """The seconds of each run, and those of the compiler; and the megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        times = pathlib.Path(folder) / "times.json"
        program = pathlib.Path(folder) / workload.program.name
        program.write_text(workload.text)
        _, _, megabytes = run_process(
            command_of(arguments, level, workload, program,
                       f"--time={repetitions(arguments, workload)}",
                       f"--time-json={times}"))
        report = json.loads(times.read_text())
    return {"samples": report["samples"], "compile_seconds": report["compile_seconds"],
            "megabytes": megabytes}


def run_peer(arguments, workload, peer):
    """The same of a peer; no samples if it does not have the workload."""
    if peer in UNSHARDED and workload.name.startswith(SHARDED_ONLY):
        return {"samples": []}
    number = 1 if peer == "jax1" else 2 if peer == "torch" else workload.devices
    command = [getattr(arguments, MODULES[peer]), HERE / SCRIPTS[peer], workload.name, number,
               repetitions(arguments, workload)]
    environment = dict(os.environ)
    if peer == "jax_keep":
        environment |= KEEP_FREED
    if peer == "mpi":
        command = ["mpirun", "-n", number, *command]
        # Open MPI refuses to be started by root, and more processes than cores.
        environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                        "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    output, _, megabytes = run_process(command, env=environment)
    return json.loads(output) | {"megabytes": megabytes}


def run_limits(arguments, reps, *what):
    output, _, _ = run_process([arguments.build / "bin" / "limits", reps, 2, *what])
    return json.loads(output)


def run_limit(arguments, workload, limit):
    return {"samples": run_limits(arguments, repetitions(arguments, workload), *limit)}


def measure_machine(arguments):
    """What two threads of this machine can do at most."""
    size, adds, barriers = 64 << 20, 10 ** 9, 10 ** 4
    return {
        "copy_gb_per_second": size / min(run_limits(arguments, 10, "copy", size)) / 1e9,
        "gflop_per_second": 2 * 2 * adds
                            / min(run_limits(arguments, 10, "multiply-add", adds)) / 1e9,
        "barrier_us": min(run_limits(arguments, 10, "barrier", barriers)) / barriers * 1e6,
    }


def repetitions(arguments, workload):
    return max(3, workload.reps // 3) if arguments.quick else workload.reps


def run_start_up(arguments, peer):
    """A small product on 6 devices: seconds from the start of a process to its
    end, and its megabytes."""
    if peer == "jax":
        command = [arguments.jax, HERE / "jax_peer.py", "start_up", 6, 1]
    else:
        command = [arguments.build / "bin" / "dtensor-run",
                   HERE.parent / "examples" / "matmul6.mlir", "--random-inputs", "1",
                   *options_of(peer)]
    _, seconds, megabytes = run_process(command)
    return {"samples": [seconds], "megabytes": megabytes}


def has_module(interpreter, module):
    try:
        done = subprocess.run([interpreter, "-c", f"import {module}"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              check=False)
    except OSError:
        return False
    return done.returncode == 0


def install_peers(folder):
    """Makes a virtual environment with the peers. Those that cannot be installed
    are left out, and a line says so."""
    interpreter = folder / "bin" / "python"
    if not interpreter.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    for package in PACKAGES:
        done = subprocess.run([interpreter, "-m", "pip", "install", "--quiet", package],
                              check=False)
        if done.returncode:
            print(f"{package} cannot be installed", file=sys.stderr)
    return str(interpreter)
