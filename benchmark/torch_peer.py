"""Runs one workload of the benchmark on PyTorch, unsharded, with all threads.
Prints a JSON object: the seconds of each repetition (`samples`).

usage: torch_peer.py WORKLOAD THREADS REPS
"""

import json
import sys
import time

import torch
import torch.nn.functional as functional

WORKLOAD, THREADS, REPS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
torch.set_num_threads(THREADS)
torch.manual_seed(1)


def argument(*shape, scale=1.0):
    return (torch.rand(shape) * 2 - 1) * scale


def mlp(x, w1, w2):
    return functional.gelu(x @ w1, approximate="tanh") @ w2


def layernorm(x, scale, offset):
    return functional.layer_norm(x, x.shape[-1:], scale, offset)


def elementwise(x):
    return torch.sqrt(torch.abs(torch.clamp_min(x * 1.5 + 0.25, 0) * x - x)) * 0.5


def elementwise_math(x):
    t = torch.tanh(x * 0.5)
    return torch.log(torch.exp(t) + 1) * x / (t * t + 2)


def stencil(u):
    for _ in range(50):
        p = functional.pad(u, (1, 1, 1, 1))
        around = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
        u = u + 0.1 * (around - 4 * u)
    return u


def block_weights(features):
    shapes = {"wq": (features, features), "wk": (features, features),
              "wv": (features, features), "wo": (features, features),
              "w1": (features, 4 * features), "w2": (4 * features, features)}
    weights = {name: argument(*shape, scale=0.03) for name, shape in shapes.items()}
    return weights | {name: argument(features) for name in ("g1", "b1", "g2", "b2")}


def block(x, weights, heads, causal=False):
    batch, positions, features = x.shape

    def split(values):
        return values.reshape(batch, positions, heads, -1).transpose(1, 2)

    h = layernorm(x, weights["g1"], weights["b1"])
    query, key, value = (split(h @ weights[name]) for name in ("wq", "wk", "wv"))
    mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=causal)
    x = x + mixed.transpose(1, 2).reshape(batch, positions, features) @ weights["wo"]
    return x + mlp(layernorm(x, weights["g2"], weights["b2"]), weights["w1"], weights["w2"])


def descend(parameters, loss):
    """A step of gradient descent."""
    for parameter in parameters:
        parameter.requires_grad_()

    def step():
        gradients = torch.autograd.grad(loss(), parameters)
        with torch.no_grad():
            for parameter, gradient in zip(parameters, gradients):
                parameter.sub_(gradient, alpha=0.01)

    return step


def gpt_train():
    features, vocabulary, batch, positions = 256, 1000, 8, 128
    tokens = argument(vocabulary, features, scale=0.03)
    places = argument(positions, features, scale=0.03)
    head = argument(features, vocabulary, scale=0.03)
    scale, offset = argument(features), argument(features)
    layers = [block_weights(features) for _ in range(2)]
    ids = torch.randint(0, vocabulary, (batch, positions))
    targets = torch.randint(0, vocabulary, (batch, positions))

    def loss():
        x = tokens[ids] + places
        for layer in layers:
            x = block(x, layer, 4, causal=True)
        logits = layernorm(x, scale, offset) @ head
        return functional.cross_entropy(logits.flatten(0, 1), targets.flatten())

    parameters = [tokens, places, head, scale, offset]
    return descend(parameters + [w for layer in layers for w in layer.values()], loss)


def make(workload):
    """Returns a function that runs the workload once; none if it has no meaning on
    one device."""
    if workload == "mlp_tp":
        arguments = argument(512, 1024), argument(1024, 4096), argument(4096, 1024)
        return lambda: mlp(*arguments)
    if workload == "mlp_dp_train":
        weights = [argument(1024, 4096, scale=0.03), argument(4096, 1024, scale=0.03)]
        x, t = argument(512, 1024), argument(512, 1024)
        return descend(weights, lambda: ((mlp(x, *weights) - t) ** 2).mean())
    if workload in ("block_tp", "block_dp"):
        x, weights = argument(4, 512, 512), block_weights(512)
        return lambda: block(x, weights, 8)
    if workload == "gpt_train":
        return gpt_train()
    if workload.startswith("softmax"):
        x = argument(4096, 4096)
        return lambda: torch.softmax(x, -1)
    if workload.startswith("layernorm"):
        arguments = argument(4096, 4096), argument(4096), argument(4096)
        return lambda: layernorm(*arguments)
    if workload in ("elementwise", "elementwise_math"):
        x = argument(1 << 24)
        return lambda: globals()[workload](x)
    if workload == "stencil":
        u = argument(2048, 2048)
        return lambda: stencil(u)
    if workload.startswith("conv"):
        x = argument(8, 64, 64, 64).to(memory_format=torch.channels_last)
        kernel = argument(64, 64, 3, 3).to(memory_format=torch.channels_last)
        return lambda: functional.conv2d(x, kernel, padding=1)
    if workload.startswith("matmul"):
        n = int(workload[9:])
        a, b = argument(n, n), argument(n, n)
        return lambda: a @ b
    return None


function = make(WORKLOAD)
samples = []
if function:
    trains = WORKLOAD.endswith("train")
    with torch.set_grad_enabled(trains):
        for repetition in range(REPS + 2):
            start = time.perf_counter()
            function()
            samples.append(time.perf_counter() - start)
print(json.dumps({"samples": samples[2:]}))
