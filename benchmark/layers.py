"""The layers of benchmark/survey: what networks consist of, forward and backward.

Ops are beside others here, as in users' programs: an op that is fast alone may be slow between
others. functions.py has single ops.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from functions import case, conv, reals


def bn(x, g, b, ax=(0, 1, 2)):
    m = x.mean(ax, keepdims=True)
    v = ((x - m) ** 2).mean(ax, keepdims=True)
    return (x - m) * lax.rsqrt(v + 1e-5) * g + b


def block(x, p):
    k1, g1, b1, k2, g2, b2 = p
    y = jax.nn.relu(bn(conv(x, k1), g1, b1))
    y = bn(conv(y, k2), g2, b2)
    return jax.nn.relu(x + y)


C0 = 64
P = [
    (
        reals(3, 3, C0, C0, scale=0.05),
        reals(C0),
        reals(C0),
        reals(3, 3, C0, C0, scale=0.05),
        reals(C0),
        reals(C0),
    )
    for _ in range(2)
]
flat = [a for p in P for a in p]


def net(x, *ps):
    for q in range(2):
        x = block(x, ps[6 * q : 6 * q + 6])
    return x.mean((1, 2))


X = reals(16, 32, 32, C0)
case("res_fwd", net, X, *flat)
case("res_grad", lambda x, *ps: jax.grad(lambda ps: (net(x, *ps) ** 2).sum())(ps), X, *flat)


def convc(a, k):
    return conv(a, k, dn=("NCHW", "OIHW", "NCHW"))


def netc(x, *ps):
    for q in range(2):
        k1, g1, b1, k2, g2, b2 = ps[6 * q : 6 * q + 6]
        r = lambda a: a[:, None, None]
        y = jax.nn.relu(bn(convc(x, k1), r(g1), r(b1), (0, 2, 3)))
        y = bn(convc(y, k2), r(g2), r(b2), (0, 2, 3))
        x = jax.nn.relu(x + y)
    return x.mean((2, 3))


PC = [a.transpose(3, 2, 0, 1) if a.ndim == 4 else a for a in flat]
XC = np.ascontiguousarray(X.transpose(0, 3, 1, 2))
PC = [np.ascontiguousarray(a) for a in PC]
case("resc_fwd", netc, XC, *PC)
case("resc_grad", lambda x, *ps: jax.grad(lambda ps: (netc(x, *ps) ** 2).sum())(ps), XC, *PC)
case("conv_bias_gelu", lambda x, k, b: jax.nn.gelu(conv(x, k) + b), X, flat[0], flat[1])
case(
    "conv_pool",
    lambda x, k: lax.reduce_window(
        jax.nn.relu(conv(x, k)), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"
    ),
    X,
    flat[0],
)
case(
    "dwsep",
    lambda x, k, k2: jax.nn.relu(
        conv(
            jax.nn.relu(
                lax.conv_general_dilated(
                    x, k, (1, 1), "SAME", feature_group_count=C0, dimension_numbers=dn
                )
            ),
            k2,
        )
    ),
    X,
    reals(3, 3, 1, C0),
    reals(1, 1, C0, C0),
)
case(
    "mlp_bf16",
    lambda x, a, b: jax.nn.gelu(x @ a) @ b,
    reals(512, 512).astype(jnp.bfloat16),
    reals(512, 2048).astype(jnp.bfloat16),
    reals(2048, 512).astype(jnp.bfloat16),
)
case(
    "dense_bias_relu",
    lambda x, w, b: jax.nn.relu(x @ w + b),
    reals(1024, 512),
    reals(512, 512),
    reals(512),
)


def tb(x, wq, wk, wv, wo, w1, w2):
    h = lambda t: t.reshape(4, 256, 8, 32)
    ln = lambda t: (t - t.mean(-1, keepdims=True)) * lax.rsqrt(t.var(-1, keepdims=True) + 1e-5)
    y = ln(x)
    q, k, v = h(y @ wq), h(y @ wk), h(y @ wv)
    s = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / 5.6, -1)
    x = x + jnp.einsum("bhqk,bkhd->bqhd", s, v).reshape(4, 256, 256) @ wo
    return x + jax.nn.gelu(ln(x) @ w1) @ w2


TW = [reals(256, 256, scale=0.1) for _ in range(4)] + [
    reals(256, 1024, scale=0.1),
    reals(1024, 256, scale=0.1),
]
case("tblock", tb, reals(4, 256, 256), *TW)
case(
    "tblock_grad",
    lambda x, *w: jax.grad(lambda w: (tb(x, *w) ** 2).sum())(w),
    reals(4, 256, 256),
    *TW,
)
case(
    "gru_seq",
    lambda x, w, u: lax.scan(
        lambda h, xt: (
            (
                lambda g: (
                    (1 - jax.nn.sigmoid(g[:, :128])) * h
                    + jax.nn.sigmoid(g[:, :128]) * jnp.tanh(g[:, 128:])
                )
            )(xt @ w + h @ u),
        )
        * 2,
        jnp.zeros((16, 128), np.float32),
        x,
    )[1],
    reals(128, 16, 64),
    reals(64, 256, scale=0.1),
    reals(128, 256, scale=0.1),
)
case(
    "unet_up",
    lambda x, k: conv(jnp.repeat(jnp.repeat(x, 2, 1), 2, 2), k),
    reals(8, 32, 32, C0),
    flat[0],
)
case(
    "vae",
    lambda x, w1, w2, w3, e: (
        lambda h: jax.nn.sigmoid(
            jax.nn.relu((h @ w2[:, :32] + jnp.exp(0.5 * (h @ w2[:, 32:])) * e) @ w3[:32])
            @ w1.T[:400, :]
        )
    )(jax.nn.relu(x @ w1)),
    reals(256, 784),
    reals(784, 400, scale=0.1),
    reals(400, 64, scale=0.1),
    reals(400, 400, scale=0.1),
    reals(256, 32),
)
case(
    "instnorm",
    lambda x: (x - x.mean((1, 2), keepdims=True)) / jnp.sqrt(x.var((1, 2), keepdims=True) + 1e-5),
    X,
)
case(
    "groupnorm",
    lambda x: (
        lambda y: (
            (y - y.mean((1, 2, 4), keepdims=True))
            * lax.rsqrt(y.var((1, 2, 4), keepdims=True) + 1e-5)
        ).reshape(x.shape)
    )(x.reshape(16, 32, 32, 8, 8)),
    X,
)
