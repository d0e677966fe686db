"""The workloads of benchmark/run: programs, layouts and limits."""

import pathlib

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
REPLICATED = "unsharded,unsharded"
BY_ROWS = "x,unsharded"
BY_COLUMNS = "unsharded,x"
MB = 1 << 20
# The layouts of a transformer block's weights, in the order of their names:
# b1, b2, g1, g2, w1, w2, wk, wo, wq, wv.
VECTORS = ["unsharded"] * 4
BLOCK_REPLICATED = [*VECTORS, REPLICATED, REPLICATED, *["unsharded," + REPLICATED] * 4]
BLOCK_BY_HEADS = [*VECTORS, BY_COLUMNS, BY_ROWS, "unsharded,x,unsharded",
                  "x,unsharded,unsharded", *["unsharded,x,unsharded"] * 2]


def get_random_scale(program):
    """The bound of random values. Those of trained weights are small, and so are
    the peers' weights. Large ones make almost all probabilities of an attention
    zero or subnormal."""
    return 0.03 if program in ("block", "gpt_train", "mlp_dp_train") else 1


class Workload:
    """A program, the layouts of its arguments and results, and its limit: the
    arguments of `limits`. A layout that is not given is left to propagation."""

    def __init__(self, name, layouts, results, limit, reps, program=None, devices=2,
                 is_quick=True):
        self.name = name
        self.program = PROGRAMS / f"{program or name}.mlir"
        self.layouts = [f"arg{i}={l}" for i, l in enumerate(layouts)]
        self.layouts += [f"result{i}={l}" for i, l in enumerate(results)]
        self.limit = limit
        self.reps = reps
        self.devices = devices
        # Whether `--quick` runs it.
        self.is_quick = is_quick

    @property
    def text(self):
        """The program. The files of all_reduces are written for two devices."""
        text = self.program.read_text()
        if self.program.stem.startswith("all_reduce"):
            text = text.replace("tensor<2x", f"tensor<{self.devices}x")
        return text

    @property
    def scale(self):
        return get_random_scale(self.program.stem)

    @property
    def tolerance(self):
        """Sums of hundreds of products of both signs: where these cancel each
        other, what is left has the rounding of the large ones."""
        return 1e-4

    @property
    def packed_limit(self):
        """The products with packed second matrices, if the limit is products."""
        if self.limit and self.limit[0] == "sgemm":
            return ["packed-sgemm", *self.limit[1:]]
        return None

    @property
    def small_program(self):
        """The program with smaller extents that `--check` takes, if there is
        one. Other programs are shrunk as a text."""
        return PROGRAMS / "small" / self.program.name


def copy(size):
    return ["copy", size]


def products(*sizes):
    return ["sgemm", *sizes]


MLP = products(512, 4096, 1024, 512, 1024, 4096)
# Projections, scores, sums of values, and the two products of the MLP.
BLOCK = products(*(2048, 512, 512) * 4, 16384, 512, 64, 16384, 64, 512,
                 2048, 2048, 512, 2048, 512, 2048)
MLP_TP = [REPLICATED, BY_COLUMNS, BY_ROWS], [REPLICATED]
BLOCK_TP = ["unsharded,unsharded,unsharded", *BLOCK_BY_HEADS], ["unsharded,unsharded,unsharded"]
BLOCK_DP = ["x,unsharded,unsharded", *BLOCK_REPLICATED], ["x,unsharded,unsharded"]
# Biases and weights of the end, two blocks, positions and tokens; then ids.
GPT = ["unsharded", "unsharded", REPLICATED, *BLOCK_REPLICATED * 2, REPLICATED, REPLICATED]
BATCH, HEIGHT = "x,unsharded,unsharded,unsharded", "unsharded,x,unsharded,unsharded"
LATENCY = [BY_COLUMNS, BY_ROWS], [REPLICATED]

WORKLOADS = [
    Workload("mlp_tp", *MLP_TP, MLP, 15),
    Workload("mlp_dp_train", [REPLICATED, REPLICATED, BY_ROWS, BY_ROWS],
             [REPLICATED, REPLICATED],
             products(512, 4096, 1024, 512, 1024, 4096, 4096, 1024, 512,
                      512, 4096, 1024, 1024, 4096, 512), 5),
    Workload("block_tp", *BLOCK_TP, BLOCK, 8, "block"),
    Workload("block_dp", *BLOCK_DP, BLOCK, 8, "block"),
    Workload("gpt_train", [*GPT, BY_ROWS, BY_ROWS], GPT, None, 5),
    Workload("softmax_rows", [BY_ROWS], [BY_ROWS], copy(64 * MB), 15),
    Workload("softmax_cols", [BY_COLUMNS], [BY_COLUMNS], copy(64 * MB), 15, "softmax_rows"),
    Workload("layernorm_rows", [BY_ROWS, "unsharded", "unsharded"], [BY_ROWS],
             copy(64 * MB), 15),
    Workload("layernorm_cols", [BY_COLUMNS, "x", "x"], [BY_COLUMNS],
             copy(64 * MB), 15, "layernorm_rows"),
    Workload("elementwise", ["x"], ["x"], copy(64 * MB), 15),
    Workload("elementwise_math", ["x"], ["x"], copy(64 * MB), 15),
    # 50 steps; a step reads and writes 16 MB.
    Workload("stencil", [BY_ROWS], [BY_ROWS], None, 5),
    Workload("conv_batch", [BATCH], [BATCH], products(32768, 64, 576), 15, "conv"),
    Workload("conv_spatial", [HEIGHT], [HEIGHT], products(32768, 64, 576), 15, "conv"),
    Workload("matmul_m_1024", [BY_ROWS, REPLICATED], [BY_ROWS],
             products(1024, 1024, 1024), 30, "matmul_1024"),
    Workload("matmul_m_2048", [BY_ROWS, REPLICATED], [BY_ROWS],
             products(2048, 2048, 2048), 10, "matmul_2048"),
    Workload("matmul_k_1024", [BY_COLUMNS, BY_ROWS], [REPLICATED],
             products(1024, 1024, 1024), 30, "matmul_1024"),
    Workload("matmul_k_2048", [BY_COLUMNS, BY_ROWS], [REPLICATED],
             products(2048, 2048, 2048), 10, "matmul_2048"),
    Workload("relayout_r2c", [BY_ROWS], [BY_COLUMNS], copy(64 * MB), 15, "identity"),
    Workload("all_gather", [BY_ROWS], [REPLICATED], copy(64 * MB), 15, "identity"),
    Workload("slice", [REPLICATED], [BY_ROWS], copy(64 * MB), 15, "identity"),
    # Each device reads one part and writes one copy of the sum, at least.
    *[Workload(f"{name}{suffix}", [BY_ROWS], ["unsharded"], copy(devices * size), reps, name,
               devices, is_quick=devices == 2)
      for devices, suffix in ((2, ""), (4, "_4"), (8, "_8"))
      for name, size, reps in (("all_reduce_4k", 1 << 12, 2000), ("all_reduce_64k", 1 << 16, 1000),
                               ("all_reduce_4m", 4 * MB, 100), ("all_reduce_64m", 64 * MB, 10))],
    Workload("latency", *LATENCY, None, 2000),
    # More devices than cores.
    Workload("mlp_tp_4", *MLP_TP, MLP, 15, "mlp_tp", devices=4),
    Workload("block_tp_4", *BLOCK_TP, BLOCK, 8, "block", devices=4),
    Workload("latency_4", *LATENCY, None, 2000, "latency", devices=4),
    Workload("mlp_tp_8", *MLP_TP, MLP, 15, "mlp_tp", devices=8),
    Workload("block_tp_8", *BLOCK_TP, BLOCK, 8, "block", devices=8),
    Workload("latency_8", *LATENCY, None, 2000, "latency", devices=8),
]
