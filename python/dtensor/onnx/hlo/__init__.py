"""StableHLO's ops as functions of tensors. The current builder writes them."""

from .constants import (  # noqa: F401
    constant,
    known,
    known_ints,
    like,
)
from .contractions import (  # noqa: F401
    convolution,
    dot_general,
    matmul,
)
from .control_flow import (  # noqa: F401
    for_,
    if_,
    while_,
)
from .elementwise import (  # noqa: F401
    abs_,
    binary,
    bitcast,
    broadcast_together,
    ceil,
    compare,
    convert,
    erf,
    exp,
    expm1,
    floor,
    log,
    log1p,
    logistic,
    maximum,
    minimum,
    negate,
    not_,
    round_even,
    rsqrt,
    select,
    sign,
    sqrt,
    tanh,
    unary,
)
from .fourier import (  # noqa: F401
    complex_,
    fft,
    imag,
    real,
)
from .indexing import (  # noqa: F401
    dynamic_slice,
    dynamic_update_slice,
    gather,
    scatter,
    slice_at,
    sort,
    take,
    take_along_axis,
    top_k,
    wrap_indices,
    write_at,
)
from .reductions import (  # noqa: F401
    arg_reduce,
    identity_of,
    reduce,
    reduce_max,
    reduce_mean,
    reduce_sum,
    reduce_window,
    scan,
    window_attributes,
    window_extent,
)
from .shapes import (  # noqa: F401
    broadcast,
    broadcast_in_dim,
    concatenate,
    expand_dims,
    full,
    iota,
    move_axis,
    pad,
    reshape,
    reverse,
    slice_,
    slice_axis,
    squeeze,
    transpose,
)
