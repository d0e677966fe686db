"""Distributed tensors, and programs that run on all devices of a mesh.

>>> mesh = dt.Mesh("x=2,y=4")
>>> a = dt.distribute_tensor(np.ones((4, 8)), mesh, "x,unsharded")
>>> a.layout, a.placements
(Layout('x,unsharded', Mesh('x=2,y=4')), [Shard(0), Replicate()])
"""

from ._core import (  # noqa: F401
    Checkpointer,
    CheckpointReader,
    CollectiveCounter,
    Context,
    DTensor,
    DType,
    Error,
    Executable,
    Layout,
    LogLevel,
    Mesh,
    Partial,
    Placement,
    Plan,
    Profile,
    ProgramError,
    Replicate,
    Shard,
    Style,
    Variable,
    compile_counts,
    function_names,
    kept_memory,
    log_level,
    process_count,
    process_index,
    release_memory,
    set_log_level,
    signature_of,
    unpack,
)
from ._array_api import *  # noqa: F401,F403
from ._call import call  # noqa: F401
from ._checkpoints import load, save  # noqa: F401
from ._compile import compile  # noqa: F401
from ._control_flow import cond, fori_loop, scan, while_loop  # noqa: F401
from ._custom_op import register_sharding  # noqa: F401
from ._factories import rand, randn  # noqa: F401
from ._from_jax import from_jax  # noqa: F401
from ._from_onnx import from_onnx  # noqa: F401
from ._from_torch import from_torch  # noqa: F401
from ._imported import Imported, ImportedLowered, ImportedProgram  # noqa: F401
from ._jit import grad, jit, value_and_grad  # noqa: F401
from ._layouts import UNSHARDED, P, as_layout  # noqa: F401
from ._local_map import local_map  # noqa: F401
from ._lower import Compiled, Lowered  # noqa: F401
from ._processes import join_processes, leave_processes  # noqa: F401
from ._profile import profile  # noqa: F401
from ._report import MemoryAnalysis, Report  # noqa: F401
from ._scopes import call_with_layout, count_collectives, default_layout, run_on  # noqa: F401
from ._tensors import (  # noqa: F401
    copy_to_mesh,
    distribute_tensor,
    draw,
    fetch_layout,
    from_local,
    pack,
    redistribute,
    relayout,
    show,
)
from ._trees import register_pytree_node, tree_leaves, tree_map  # noqa: F401
from ._types import TensorType  # noqa: F401
from . import _copies, _variables  # noqa: F401 (methods and operators)

__version__ = "0.1.0"

# The types of elements.
bool = DType.bool_
int8 = DType.int8
int16 = DType.int16
int32 = DType.int32
int64 = DType.int64
uint8 = DType.uint8
uint16 = DType.uint16
uint32 = DType.uint32
uint64 = DType.uint64
float16 = DType.float16
bfloat16 = DType.bfloat16
float32 = DType.float32
float64 = DType.float64
complex64 = DType.complex64
complex128 = DType.complex128
float8_e5m2 = DType.float8_e5m2
float8_e4m3fn = DType.float8_e4m3fn
float8_e4m3 = DType.float8_e4m3
float8_e5m2fnuz = DType.float8_e5m2fnuz
float8_e4m3fnuz = DType.float8_e4m3fnuz
float8_e4m3b11fnuz = DType.float8_e4m3b11fnuz
float8_e3m4 = DType.float8_e3m4
float8_e8m0fnu = DType.float8_e8m0fnu
