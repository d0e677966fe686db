"""The functions of benchmark/survey: single ops of JAX, and their arguments.

Each is a name with a function and NumPy arrays. They cover the ops of a frontend, not the
workloads of users: a function is here so that none of its kind is slow without anybody noticing.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

GENERATOR = np.random.default_rng(0)
CASES = {}


def reals(*shape, type=np.float32, scale=1.0):
    return (GENERATOR.random(shape) * scale).astype(type)


def integers(*shape, end=10, type=np.int32):
    return GENERATOR.integers(0, end, shape).astype(type)


def case(name, function, *arguments):
    CASES[name] = function, arguments


x = reals(2048, 2048)
case("sort", lambda a: jnp.sort(a, axis=1), reals(512, 4096))
case("sort0", lambda a: jnp.sort(a, axis=0), reals(4096, 512))
case("argsort", lambda a: jnp.argsort(a, axis=1), reals(256, 4096))
case("top_k", lambda a: lax.top_k(a, 8), reals(512, 4096))
case("top_k1d", lambda a: lax.top_k(a, 64), reals(1 << 20))
case("sort1d", lambda a: jnp.sort(a), reals(1 << 20))
case("cumsum1", lambda a: jnp.cumsum(a, 1), x)
case("cumsum0", lambda a: jnp.cumsum(a, 0), x)
case("cummax", lambda a: lax.cummax(a, 1), x)
case("cumlogsumexp", lambda a: lax.cumlogsumexp(a, 1), reals(512, 2048))
case("take0", lambda a, j: jnp.take(a, j, axis=0), reals(50000, 128), integers(16384, end=50000))
case("take1", lambda a, j: jnp.take(a, j, axis=1), reals(512, 8192), integers(4096, end=8192))
case(
    "take_along",
    lambda a, j: jnp.take_along_axis(a, j, 1),
    reals(1024, 2048),
    integers(1024, 2048, end=2048),
)
case(
    "scatter_add",
    lambda a, j, u: a.at[j].add(u),
    reals(50000, 64),
    integers(16384, end=50000),
    reals(16384, 64),
)
case(
    "segment_sum",
    lambda u, j: jax.ops.segment_sum(u, j, 1000),
    reals(65536, 32),
    integers(65536, end=1000),
)
case("bincount", lambda j: jnp.bincount(j, length=1000), integers(1 << 20, end=1000))
case(
    "scatter1d",
    lambda a, j, u: a.at[j].set(u),
    reals(1 << 20),
    integers(1 << 18, end=1 << 20),
    reals(1 << 18),
)
case(
    "one_hot_mm",
    lambda j, w: jax.nn.one_hot(j, 1024) @ w,
    integers(4096, end=1024),
    reals(1024, 256),
)
case("argmax1", lambda a: jnp.argmax(a, 1), x)
case("argmax0", lambda a: jnp.argmax(a, 0), x)
case("sum0", lambda a: a.sum(0), x)
case("sum1", lambda a: a.sum(1), x)
case("sumall", lambda a: a.sum(), x)
case("sum_mid", lambda a: a.sum(1), reals(64, 512, 128))
case("logsumexp", lambda a: jax.nn.logsumexp(a, 1), x)
case("var", lambda a: jnp.var(a, 1), x)
case("transpose", lambda a: a.T + 1, x)
case("transpose4", lambda a: a.transpose(0, 2, 1, 3) * 2, reals(16, 128, 16, 64))
case("transpose_rev", lambda a: a.transpose(3, 2, 1, 0) * 2, reals(32, 32, 64, 64))
case("concat", lambda a, b: jnp.concatenate([a, b], 1), x, x)
case("pad", lambda a: jnp.pad(a, ((3, 5), (7, 9))), x)
case("roll", lambda a: jnp.roll(a, 17, 1), x)
case("flip", lambda a: a[:, ::-1], x)
case("where", lambda a, b: jnp.where(a > b, a * 2, b), x, x)
case("strided", lambda a: a[::2, ::3] * 2, x)
case("interleave", lambda a, b: jnp.stack([a, b], -1).reshape(2048, 4096), x, x)
case("pow", lambda a, b: a**b, x, x)
case("sincos", lambda a: jnp.sin(a) * jnp.cos(a), x)
case("erf", lambda a: lax.erf(a), x)
case("gelu", lambda a: jax.nn.gelu(a), x)
case("tan_atan2", lambda a, b: jnp.arctan2(a, b), x, x)
case("lgamma", lambda a: lax.lgamma(a), reals(1024, 1024))
case("expm1_f64", lambda a: jnp.expm1(a), reals(1024, 1024, type=np.float64))
case("exp_f64", lambda a: jnp.exp(a), reals(1024, 1024, type=np.float64))
case(
    "intdiv",
    lambda a, b: a // (b + 1),
    integers(1024, 1024, end=1000),
    integers(1024, 1024, end=50),
)
case(
    "intmod64",
    lambda a, b: a % (b + 1),
    integers(1024, 1024, end=1000, type=np.int64),
    integers(1024, 1024, end=50, type=np.int64),
)
case("bf16_elem", lambda a: jnp.tanh(a) * 2 + a, reals(2048, 2048).astype(jnp.bfloat16))
case("f16_elem", lambda a: jnp.tanh(a) * 2 + a, reals(2048, 2048, type=np.float16))
case("bf16_softmax", lambda a: jax.nn.softmax(a, -1), reals(2048, 2048).astype(jnp.bfloat16))
case(
    "bf16_matmul",
    lambda a, b: a @ b,
    reals(512, 512).astype(jnp.bfloat16),
    reals(512, 512).astype(jnp.bfloat16),
)
case(
    "f16_matmul",
    lambda a, b: a @ b,
    reals(512, 512, type=np.float16),
    reals(512, 512, type=np.float16),
)
case("i32_matmul", lambda a, b: a @ b, integers(512, 512), integers(512, 512))
case(
    "i8_matmul",
    lambda a, b: lax.dot(a, b, preferred_element_type=jnp.int32),
    integers(512, 512, type=np.int8),
    integers(512, 512, type=np.int8),
)
case(
    "f64_matmul",
    lambda a, b: a @ b,
    reals(512, 512, type=np.float64),
    reals(512, 512, type=np.float64),
)
case(
    "c64_matmul",
    lambda a, b: a @ b,
    reals(512, 512).astype(np.complex64),
    reals(512, 512).astype(np.complex64),
)
case("matvec", lambda a, b: a @ b, x, reals(2048))
case("vecmat", lambda a, b: b @ a, x, reals(2048))
case("outer", lambda a, b: jnp.outer(a, b), reals(2048), reals(2048))
case("bmm_small", lambda a, b: a @ b, reals(4096, 16, 16), reals(4096, 16, 16))
case("bmm_4", lambda a, b: a @ b, reals(65536, 4, 4), reals(65536, 4, 4))
case("bmm_64", lambda a, b: a @ b, reals(256, 64, 64), reals(256, 64, 64))
case(
    "einsum_bhqk",
    lambda q, k: jnp.einsum("bqhd,bkhd->bhqk", q, k),
    reals(4, 256, 8, 64),
    reals(4, 256, 8, 64),
)
case(
    "einsum3",
    lambda a, b, c: jnp.einsum("ij,jk,kl->il", a, b, c),
    reals(512, 512),
    reals(512, 512),
    reals(512, 512),
)
case(
    "einsum_diag",
    lambda a, b: jnp.einsum("bij,bij->b", a, b),
    reals(512, 64, 64),
    reals(512, 64, 64),
)
case("tensordot2", lambda a, b: jnp.tensordot(a, b, 2), reals(256, 32, 32), reals(32, 32, 256))
dn = ("NHWC", "HWIO", "NHWC")


def conv(a, k, s=(1, 1), p="SAME", g=1, lhs=(1, 1), rhs=(1, 1), dn=dn):
    return lax.conv_general_dilated(
        a, k, s, p, lhs_dilation=lhs, rhs_dilation=rhs, feature_group_count=g, dimension_numbers=dn
    )


case("conv3x3", lambda a, k: conv(a, k), reals(8, 56, 56, 64), reals(3, 3, 64, 64))
case("conv1x1", lambda a, k: conv(a, k), reals(8, 56, 56, 64), reals(1, 1, 64, 256))
case("conv_s2", lambda a, k: conv(a, k, (2, 2)), reals(8, 56, 56, 64), reals(3, 3, 64, 128))
case("conv7x7", lambda a, k: conv(a, k, (2, 2)), reals(4, 224, 224, 3), reals(7, 7, 3, 64))
case("conv_dw", lambda a, k: conv(a, k, g=64), reals(8, 56, 56, 64), reals(3, 3, 1, 64))
case("conv_group", lambda a, k: conv(a, k, g=8), reals(8, 56, 56, 64), reals(3, 3, 8, 64))
case("conv_dil", lambda a, k: conv(a, k, rhs=(2, 2)), reals(8, 56, 56, 64), reals(3, 3, 64, 64))
case(
    "conv_transp",
    lambda a, k: conv(a, k, lhs=(2, 2), p=((2, 1), (2, 1))),
    reals(8, 28, 28, 64),
    reals(3, 3, 64, 64),
)
case(
    "conv_nchw",
    lambda a, k: conv(a, k, dn=("NCHW", "OIHW", "NCHW")),
    reals(8, 64, 56, 56),
    reals(64, 64, 3, 3),
)
case(
    "conv1d",
    lambda a, k: lax.conv_general_dilated(
        a, k, (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC")
    ),
    reals(16, 1024, 64),
    reals(5, 64, 64),
)
case(
    "conv3d",
    lambda a, k: lax.conv_general_dilated(
        a, k, (1, 1, 1), "SAME", dimension_numbers=("NDHWC", "DHWIO", "NDHWC")
    ),
    reals(2, 16, 32, 32, 32),
    reals(3, 3, 3, 32, 32),
)
case(
    "conv_grad_k",
    lambda a, k: jax.grad(lambda k: (conv(a, k) ** 2).sum())(k),
    reals(8, 28, 28, 64),
    reals(3, 3, 64, 64),
)
case(
    "conv_grad_x",
    lambda a, k: jax.grad(lambda a: (conv(a, k) ** 2).sum())(a),
    reals(8, 28, 28, 64),
    reals(3, 3, 64, 64),
)
case(
    "maxpool",
    lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
    reals(8, 112, 112, 64),
)
case(
    "avgpool3",
    lambda a: lax.reduce_window(a, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1), "SAME"),
    reals(8, 56, 56, 64),
)
case(
    "maxpool_grad",
    lambda a: jax.grad(
        lambda a: (
            lax.reduce_window(a, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") ** 2
        ).sum()
    )(a),
    reals(8, 56, 56, 64),
)
case("fft", lambda a: jnp.fft.fft(a), reals(512, 1024).astype(np.complex64))
case("fft2", lambda a: jnp.fft.fft2(a), reals(8, 256, 256).astype(np.complex64))
case("rfft", lambda a: jnp.fft.rfft(a), reals(512, 2048))
case(
    "cholesky",
    lambda a: jnp.linalg.cholesky(a @ a.T + 1000 * jnp.eye(512, dtype=a.dtype)),
    reals(512, 512),
)
case(
    "solve",
    lambda a, b: jnp.linalg.solve(a + 512 * jnp.eye(512, dtype=a.dtype), b),
    reals(512, 512),
    reals(512, 64),
)
case("qr", lambda a: jnp.linalg.qr(a), reals(512, 256))
case("svd", lambda a: jnp.linalg.svd(a, full_matrices=False), reals(256, 128))
case("eigh", lambda a: jnp.linalg.eigh(a + a.T), reals(256, 256))
case(
    "trisolve",
    lambda a, b: lax.linalg.triangular_solve(
        jnp.tril(a) + 512 * jnp.eye(512, dtype=a.dtype), b, left_side=True, lower=True
    ),
    reals(512, 512),
    reals(512, 512),
)
case("inv_batch", lambda a: jnp.linalg.inv(a + 16 * jnp.eye(16, dtype=a.dtype)), reals(512, 16, 16))
case("det_batch", lambda a: jnp.linalg.det(a), reals(1024, 8, 8))
case(
    "chol_batch",
    lambda a: jnp.linalg.cholesky(a @ a.transpose(0, 2, 1) + 16 * jnp.eye(16, dtype=a.dtype)),
    reals(1024, 16, 16),
)
case(
    "random_normal",
    lambda k: jax.random.normal(jax.random.wrap_key_data(k), (1024, 1024)),
    np.array([0, 7], np.uint32),
)
case(
    "random_perm",
    lambda k: jax.random.permutation(jax.random.wrap_key_data(k), 1 << 16),
    np.array([0, 7], np.uint32),
)
case(
    "categorical",
    lambda k, l: jax.random.categorical(jax.random.wrap_key_data(k), l),
    np.array([0, 7], np.uint32),
    reals(4096, 256),
)


def lstm(x, w, u):
    def step(c, xt):
        h, cc = c
        g = xt @ w + h @ u
        ii, ff, gg, oo = jnp.split(g, 4, -1)
        cc = jax.nn.sigmoid(ff) * cc + jax.nn.sigmoid(ii) * jnp.tanh(gg)
        h = jax.nn.sigmoid(oo) * jnp.tanh(cc)
        return (h, cc), h

    z = jnp.zeros((32, 128), x.dtype)
    return lax.scan(step, (z, z), x)[1]


case("lstm", lstm, reals(64, 32, 128), reals(128, 512, scale=0.1), reals(128, 512, scale=0.1))
case(
    "lstm_grad",
    lambda x, w, u: jax.grad(lambda w: lstm(x, w, u).sum())(w),
    reals(64, 32, 128),
    reals(128, 512, scale=0.1),
    reals(128, 512, scale=0.1),
)
case(
    "scan_small",
    lambda x: lax.scan(lambda c, a: (c * 0.9 + a, c), jnp.zeros(16, x.dtype), x)[1],
    reals(4096, 16),
)
case(
    "assoc_scan",
    lambda a, b: lax.associative_scan(lambda p, q: (p[0] * q[0], p[1] * q[0] + q[1]), (a, b)),
    reals(2048, 256),
    reals(2048, 256),
)
case(
    "while_collatz",
    lambda n: jax.vmap(
        lambda n: lax.while_loop(
            lambda s: s[0] > 1,
            lambda s: (jnp.where(s[0] % 2 == 0, s[0] // 2, 3 * s[0] + 1), s[1] + 1),
            (n, 0),
        )[1]
    )(n),
    integers(4096, end=1000) + 1,
)
case(
    "mandel",
    lambda c: lax.fori_loop(0, 50, lambda k, z: jnp.where(jnp.abs(z) < 2, z * z + c, z), c),
    reals(512, 512).astype(np.complex64),
)
case(
    "c64_elem",
    lambda a, b: jnp.exp(a * b) + a / b,
    reals(512, 512).astype(np.complex64),
    (reals(512, 512) + 1).astype(np.complex64),
)
case(
    "nbody",
    lambda p: (lambda d: (d / (jnp.sum(d * d, -1, keepdims=True) + 1e-2) ** 1.5).sum(1))(
        p[None] - p[:, None]
    ),
    reals(1024, 3),
)
case(
    "pairwise",
    lambda a, b: jnp.sqrt(((a[:, None] - b[None]) ** 2).sum(-1)),
    reals(512, 64),
    reals(512, 64),
)
case("knn", lambda a: lax.top_k(-((a[:, None] - a[None]) ** 2).sum(-1), 5), reals(512, 16))
case(
    "attn_causal",
    lambda q, k, v: jax.nn.softmax(
        jnp.where(
            jnp.tril(jnp.ones((512, 512), bool)), jnp.einsum("bhqd,bhkd->bhqk", q, k) / 8, -1e9
        ),
        -1,
    )
    @ v,
    reals(2, 8, 512, 64),
    reals(2, 8, 512, 64),
    reals(2, 8, 512, 64),
)
case(
    "rmsnorm_small",
    lambda a, g: a * lax.rsqrt((a * a).mean(-1, keepdims=True) + 1e-6) * g,
    reals(16384, 64),
    reals(64),
)
case(
    "batchnorm",
    lambda a: (a - a.mean((0, 1, 2))) / jnp.sqrt(a.var((0, 1, 2)) + 1e-5),
    reals(16, 56, 56, 64),
)
case(
    "xent",
    lambda l, y: -jnp.take_along_axis(jax.nn.log_softmax(l), y[:, None], 1).mean(),
    reals(1024, 4096),
    integers(1024, end=4096),
)
case(
    "xent_grad",
    lambda l, y: jax.grad(
        lambda l: -jnp.take_along_axis(jax.nn.log_softmax(l), y[:, None], 1).mean()
    )(l),
    reals(1024, 4096),
    integers(1024, end=4096),
)
case(
    "adam",
    lambda p, g, m, v: (
        p - 1e-3 * (0.9 * m + 0.1 * g) / (jnp.sqrt(0.99 * v + 0.01 * g * g) + 1e-8),
        0.9 * m + 0.1 * g,
        0.99 * v + 0.01 * g * g,
    ),
    x,
    x,
    x,
    x,
)
case(
    "embed_grad",
    lambda w, j: jax.grad(lambda w: (w[j] ** 2).sum())(w),
    reals(20000, 128),
    integers(8192, end=20000),
)
case("unique", lambda a: jnp.unique(a, size=1000), integers(1 << 16, end=1000))
case("searchsorted", lambda a, b: jnp.searchsorted(a, b), np.sort(reals(1 << 16)), reals(1 << 16))
case(
    "interp", lambda a, b, c: jnp.interp(a, b, c), reals(1 << 18), np.sort(reals(1024)), reals(1024)
)
case("histogram", lambda a: jnp.histogram(a, bins=64)[0], reals(1 << 18))
case("resize", lambda a: jax.image.resize(a, (8, 128, 128, 16), "bilinear"), reals(8, 64, 64, 16))
case("median", lambda a: jnp.median(a, 1), reals(512, 1024))
case("quantile", lambda a: jnp.quantile(a, 0.3, axis=0), reals(1024, 512))
case(
    "lu_solve_f64",
    lambda a, b: jnp.linalg.solve(a + 512 * jnp.eye(512, dtype=a.dtype), b),
    reals(512, 512, type=np.float64),
    reals(512, 64, type=np.float64),
)
case("popcount", lambda a: lax.population_count(a), integers(2048, 1024, end=1 << 30))
case("bitpack", lambda a: (a >> 3) ^ (a << 5) | (a & 255), integers(2048, 2048, end=1 << 30))
case("bool_any", lambda a: (a > 0.5).any(1), x)
case("kron", lambda a, b: jnp.kron(a, b), reals(64, 64), reals(32, 32))
case("triu", lambda a: jnp.triu(a), x)
case("diag_embed", lambda a: jax.vmap(jnp.diag)(a), reals(256, 128))
case("toeplitz_conv", lambda a, b: jnp.convolve(a, b), reals(65536), reals(128))
case(
    "dyn_update",
    lambda c, u, j: lax.dynamic_update_slice(c, u, (np.int32(0), j, np.int32(0))),
    reals(16, 1024, 128),
    reals(16, 1, 128),
    np.int32(7),
)
