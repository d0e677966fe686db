"""Programs of ExamplePrograms.cpp, with control flow."""
import numpy as np
from case import FLOATS, INEXACT, Case, numbers


def examples():
    """Programs of ExamplePrograms.cpp, with control flow."""
    def branch(x, y):
        return np.sin(x) * y if x.sum() > 0 else x + y

    def double_until(x):
        n = 0
        while x.sum() < 100:
            n, x = n + 1, x * 2
        return np.int64(n), x

    def iterate(x, w):
        for i in range(2, 7):
            x = np.tanh(w @ x + i * 0.1)
        return x

    def recur(h, w, xs):
        ys = []
        for x in xs:
            h = np.tanh(w @ h + x)
            ys.append(np.sin(h))
        return h, np.stack(ys)

    def recur_backward(h, w, xs):
        h, ys = recur(h, w, xs[::-1])
        return h, ys[::-1]

    def branch_in_loop(x, y):
        for _ in range(3):
            x = x - np.exp(y) if x.sum() > 0 else x * y + 1
        return x

    def second(x, y):
        return 3 * np.cos(x) * y * y

    def change_singular_values(x):
        u, s, vh = np.linalg.svd(x, full_matrices=False)
        return (u * np.tanh(s)) @ vh

    def change_eigenvalues(x):
        w, v = np.linalg.eigh(x)
        return (v * np.tanh(w)) @ v.T

    def transform(x, q, k, v, up, down):
        from math import erf

        def normalize(x):
            return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + np.array(1e-5, x.dtype))

        normal = normalize(x)
        scores = (normal @ q) @ (normal @ k).T / np.sqrt(x.shape[1]).astype(x.dtype)
        scores = np.where(np.tril(np.ones(scores.shape, bool)), scores, np.array(-1e30, x.dtype))
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        x = x + weights / weights.sum(-1, keepdims=True) @ (normal @ v)
        hidden = normalize(x) @ up
        return x + (hidden * (1 + np.vectorize(erf)(hidden / 2**0.5).astype(x.dtype)) / 2).astype(x.dtype) @ down

    for dtype in FLOATS:
        yield Case("example.transform", numbers(dtype, 5, 6), *[numbers(dtype, 6, 6) for _ in range(3)],
                   numbers(dtype, 6, 8), numbers(dtype, 8, 6), expected=transform)
        x, y = np.abs(numbers(dtype, 4)), numbers(dtype, 4)
        yield Case("example.branch", x, y, expected=branch)
        yield Case("example.branch", -x, y, expected=branch)
        yield Case("example.double_until", x, expected=double_until, vjp=False)
        yield Case("example.iterate", y, numbers(dtype, 4, 4), expected=iterate)
        for name, f in ("recur", recur), ("recur_backward", recur_backward):
            yield Case("example." + name, y, numbers(dtype, 4, 4), numbers(dtype, 6, 4), expected=f)
        yield Case("example.branch_in_loop", x, y, expected=branch_in_loop)
        yield Case("example.second_derivative", x, y, expected=second)
        a = numbers(dtype, 4, 4)
        yield Case("example.change_eigenvalues", a + a.T, expected=change_eigenvalues, vjp="symmetric")
    for dtype in INEXACT:
        for shape in ((3, 3), (4, 2), (2, 4)):
            yield Case("example.change_singular_values", numbers(dtype, *shape), expected=change_singular_values)
