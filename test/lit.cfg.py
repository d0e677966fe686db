# The lit suite: one folder per part of the project, as in lib/.

import glob
import os
import shutil
import subprocess

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "DTensor"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
# Programs with data are what tests run, not tests.
config.excludes = ["Inputs", "models", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.dtensor_build_dir, "test")

llvm_config.with_environment("PATH", config.dtensor_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.use_default_substitutions()

# `--param verify_roundtrip=1`: all IR that a test reads and writes must survive
# printing and parsing as well.
dtensor_opt = ToolSubst("dtensor-opt")
if lit_config.params.get("verify_roundtrip"):
    dtensor_opt = ToolSubst("dtensor-opt", extra_args=["--verify-roundtrip"])
    config.excludes += ["architecture", "docs", "install"]
tools = [dtensor_opt, "mlir-opt"]
# `--param mcpu=x86-64-v3`: what is run is compiled for that processor.
if "mcpu" in lit_config.params:
    mcpu = "--mcpu=" + lit_config.params["mcpu"]
    tools.append(ToolSubst("dtensor-run", extra_args=[mcpu]))
    # They choose processors by themselves.
    config.excludes += [
        "benchmark.test",
        "environments.test",
        "reduction-order.test",
    ]
llvm_config.add_tool_substitutions(
    tools, [config.dtensor_tools_dir, config.llvm_tools_dir]
)

# Projects that tests build use the cache of this one.
if os.path.exists(config.ccache):
    llvm_config.with_system_environment(["CCACHE_DIR", "HOME", "XDG_CACHE_HOME"])
    llvm_config.with_environment("CMAKE_CXX_COMPILER_LAUNCHER", config.ccache)

config.substitutions += [
    # Several processes. Those of Open MPI may outnumber the cores, and be root's.
    (
        "%openmpi",
        "env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
        " mpirun.openmpi --oversubscribe --bind-to none",
    ),
    ("%mpich", "mpirun.mpich"),
    ("%python", '"%s"' % config.python_executable),
    ("%cmake", '"%s"' % config.cmake_executable),
    ("%source_dir", config.dtensor_source_dir),
    ("%build_dir", config.dtensor_build_dir),
    ("%dtensor_libs", config.dtensor_libs_dir),
    ("%llvm_include", config.llvm_include_dir),
    ("%cxx_compiler", config.cxx_compiler),
    ("%dtensor_opt", os.path.join(config.dtensor_tools_dir, "dtensor-opt")),
    ("%conformance_dir", config.conformance_dir),
    ("%models_dir", config.models_dir),
]

# `--param exhaustive=1`: tests take larger samples, or none.
if lit_config.params.get("exhaustive"):
    config.available_features.add("exhaustive")

# A user's own mounts, such as a small disk.
mounts = ["unshare", "-rm", "mount", "-t", "tmpfs", "disk", "/mnt"]
if shutil.which("unshare") and subprocess.run(mounts, capture_output=True).returncode == 0:
    config.available_features.add("mounts")

# Hosts that are network namespaces.
namespace = "dtensor-lit-%d" % os.getpid()
if shutil.which("ip") and os.geteuid() == 0:
    if subprocess.run(["ip", "netns", "add", namespace], capture_output=True).returncode == 0:
        subprocess.run(["ip", "netns", "del", namespace], check=True)
        config.available_features.add("network-namespaces")

# Levels of x86-64 whose code can run here.
try:
    with open("/proc/cpuinfo") as cpuinfo:
        flags = next((line for line in cpuinfo if line.startswith("flags")), "")
except OSError:
    flags = ""
for level, flag in ("v2", "sse4_2"), ("v3", "avx2"), ("v4", "avx512bw"):
    if flag in flags.split():
        config.available_features.add("x86-64-" + level)

# Other people's programs, which are no part of the project.
for name, folder in (
    ("conformance", config.conformance_dir),
    ("models", config.models_dir),
):
    if os.path.isdir(folder):
        config.available_features.add(name)
    else:
        lit_config.note(f"no {name} programs in '{folder}': their tests are left out")

# The Python package, where it is built.
package_folder = os.path.join(config.dtensor_build_dir, "python")
if os.path.exists(os.path.join(package_folder, "dtensor")):
    config.available_features.add("python-package")
config.substitutions.append(("%package_folder", package_folder))


def find_python(package):
    """An interpreter with the package. `scripts/setup --frontends` makes the second one."""
    for name in ("venv", "frontends"):
        venv = os.path.join(config.dtensor_source_dir, "build", name)
        if glob.glob(os.path.join(venv, "lib", "python3*", "site-packages", package)):
            return os.path.join(venv, "bin", "python3")
    return None


# Interpreters with the packages that pages of docs begin with.
for package in ("jax", "torch", "onnx", "mpi4py"):
    variable = f"DTENSOR_{package.upper()}_PYTHON"
    python = os.environ.get(variable) or find_python(package)
    config.substitutions.append((f"%{package}_python", python or "python3"))
    if python:
        config.available_features.add(package)
    else:
        lit_config.note(f"{variable} names no Python with {package}: what needs it is not run")
