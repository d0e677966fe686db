"""Calls of products, transforms and factorisations."""
import numpy as np
from case import FLOATS, INEXACT, Case, numbers


def fourier():
    for n in (8, 5, 1):
        for dtype in INEXACT:
            x = numbers(dtype, 3, n)
            for name in ("fft.fft", "fft.ifft"):
                yield Case(name, x)
                yield Case(name, x, n=6, norm="ortho")
                yield Case(name, x, axis=0, norm="forward")
        for dtype in FLOATS:
            x = numbers(dtype, 3, n)
            for name in ("fft.rfft", "fft.ihfft"):
                yield Case(name, x)
                yield Case(name, x, n=7, norm="ortho")
                yield Case(name, x, axis=0, norm="forward")
    for dtype in (np.complex64, np.complex128):
        x = numbers(dtype, 3, 5)
        for name in ("fft.irfft", "fft.hfft"):
            yield Case(name, x)
            yield Case(name, x, n=7, norm="ortho")
            yield Case(name, x, axis=0, norm="forward")
        for name in ("fft.fftn", "fft.ifftn", "fft.irfftn"):
            yield Case(name, numbers(dtype, 3, 4, 5))
            yield Case(name, numbers(dtype, 3, 4, 5), axes=(0, 2), s=(4, 6), norm="ortho")
    for dtype in FLOATS:
        yield Case("fft.rfftn", numbers(dtype, 3, 4, 5))
        yield Case("fft.rfftn", numbers(dtype, 3, 4, 5), axes=(2, 0), norm="forward")
    for name in ("fft.fftshift", "fft.ifftshift"):
        yield Case(name, numbers(np.float32, 3, 4))
        yield Case(name, numbers(np.float32, 5, 4), axes=0)
    for n in (1, 4, 5):
        for name in ("fft.fftfreq", "fft.rfftfreq"):
            yield Case(name, n, dtype="float64", expected=lambda n, dtype, name=name: getattr(np.fft, name[4:])(n))
            yield Case(name, n, d=0.25, dtype="float32",
                       expected=lambda n, d, dtype, name=name: getattr(np.fft, name[4:])(n, d).astype(dtype))


def products():
    for prefix in ("", "linalg."):
        for dtype in INEXACT + (np.int32, np.float16, "bfloat16"):
            yield Case(prefix + "matmul", numbers(dtype, 3, 4), numbers(dtype, 4, 2))
        for dtype in (np.float64, np.complex64):
            yield Case(prefix + "matmul", numbers(dtype, 4), numbers(dtype, 4))
            yield Case(prefix + "matmul", numbers(dtype, 2, 3, 4), numbers(dtype, 4))
            yield Case(prefix + "matmul", numbers(dtype, 4), numbers(dtype, 2, 4, 3))
            yield Case(prefix + "matmul", numbers(dtype, 2, 1, 3, 4), numbers(dtype, 5, 4, 2))
            yield Case(prefix + "matmul", numbers(dtype, 2, 3, 4), numbers(dtype, 4, 2))
            yield Case(prefix + "matrix_transpose", numbers(dtype, 2, 3, 4))
            yield Case(prefix + "tensordot", numbers(dtype, 2, 3, 4), numbers(dtype, 3, 4, 2))
            yield Case(prefix + "tensordot", numbers(dtype, 2, 3), numbers(dtype, 4), axes=0)
            yield Case(prefix + "tensordot", numbers(dtype, 2, 3, 4), numbers(dtype, 4, 5, 2), axes=[[2, 0], [0, 2]])
            yield Case(prefix + "vecdot", numbers(dtype, 3, 4), numbers(dtype, 4))
            yield Case(prefix + "vecdot", numbers(dtype, 4, 3), numbers(dtype, 4, 3), axis=-2)
    for dtype in (np.float64, np.complex64, np.int32):
        yield Case("linalg.outer", numbers(dtype, 3), numbers(dtype, 4))
        yield Case("linalg.cross", numbers(dtype, 2, 3), numbers(dtype, 3))
        yield Case("linalg.cross", numbers(dtype, 3, 2), numbers(dtype, 3, 2), axis=0)
        yield Case("linalg.diagonal", numbers(dtype, 2, 3, 4))
        yield Case("linalg.diagonal", numbers(dtype, 3, 4), offset=1)
        yield Case("linalg.diagonal", numbers(dtype, 3, 4), offset=-2)
        yield Case("linalg.trace", numbers(dtype, 2, 3, 4))
        yield Case("linalg.trace", numbers(dtype, 3, 4), offset=-1)
    for dtype in (np.float64, np.int32):
        for n in (0, 1, 5):
            yield Case("linalg.matrix_power", numbers(dtype, 2, 3, 3), n)
    for dtype in (np.float32, np.float64, np.complex64):
        x = numbers(dtype, 3, 4)
        for ord in (2, 1, 0, np.inf, -np.inf, 3, 2.5):
            vjp = ord != 0
            yield Case("linalg.vector_norm", x, ord=ord, vjp=vjp)
            yield Case("linalg.vector_norm", x, axis=1, keepdims=True, ord=ord, vjp=vjp)


def matrices():
    def definite(dtype, *shape):
        x = numbers(dtype, *shape)
        return x @ np.conj(np.swapaxes(x, -1, -2)) + 4 * np.eye(shape[-1], dtype=dtype)

    def lower(x):
        return np.tril(x)

    for dtype in INEXACT:
        a = definite(dtype, 2, 4, 4)
        yield Case("linalg.cholesky", a, vjp="symmetric")
        yield Case("linalg.cholesky", a[0], upper=True, vjp="symmetric")
        x = numbers(dtype, 2, 4, 4) + 5 * np.eye(4, dtype=dtype)
        yield Case("linalg.det", x)
        yield Case("linalg.det", x[0])
        yield Case("linalg.inv", x)
        yield Case("linalg.slogdet", x)
        yield Case("linalg.solve", x, numbers(dtype, 2, 4, 3))
        yield Case("linalg.solve", x, numbers(dtype, 4),
                   expected=lambda a, b: np.linalg.solve(a, np.broadcast_to(b[:, None], (2, 4, 1)))[..., 0])
        yield Case("linalg.solve", x[0], numbers(dtype, 2, 4, 3))
        yield Case("linalg.matrix_power", x, -2)
        hermitian = a + np.diag(np.arange(4.0)).astype(dtype)
        yield Case("linalg.eigvalsh", hermitian, vjp="symmetric")
        yield Case("linalg.eigh", hermitian, expected=check_eigh, vjp=False)
        for shape in ((2, 5, 3), (3, 5), (4, 4)):
            y = numbers(dtype, *shape)
            yield Case("linalg.qr", y, expected=check_qr, vjp=False)
            yield Case("linalg.qr", y, mode="complete", expected=check_qr, vjp=False)
            yield Case("linalg.qr", y)
            yield Case("linalg.svdvals", y)
            yield Case("linalg.svd", y, full_matrices=False, expected=check_svd, vjp=False)
            yield Case("linalg.svd", y, expected=check_svd, vjp=False)
            yield Case("linalg.pinv", y)
            yield Case("linalg.matrix_rank", y)
            for ord in ("fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
                yield Case("linalg.matrix_norm", y, ord=ord, keepdims=ord == 1)
    singular = np.array([[1.0, 2], [2, 4]])
    yield Case("linalg.matrix_rank", singular)
    yield Case("linalg.pinv", singular, rtol=1e-6, vjp=False, expected=lambda x, rtol: np.linalg.pinv(x))


def check_eigh(x):
    """Vectors are free in sign, so products are compared."""
    def check(w, v):
        return [(w, np.linalg.eigvalsh(x)), ((v * w[..., None, :]) @ np.conj(np.swapaxes(v, -1, -2)), x)]
    return check


def check_qr(x, mode="reduced"):
    def check(q, r):
        want = np.linalg.qr(x, mode=mode)
        eye = np.broadcast_to(np.eye(q.shape[-1], dtype=q.dtype), want[0].swapaxes(-1, -2).shape[:-2] + (q.shape[-1],) * 2)
        assert q.shape == want[0].shape and r.shape == want[1].shape
        return [(q @ r, x), (np.conj(np.swapaxes(q, -1, -2)) @ q, eye), (np.tril(r, -1), np.zeros_like(r))]
    return check


def check_svd(x, full_matrices=True):
    def check(u, s, vh):
        want = np.linalg.svd(x, full_matrices=full_matrices)
        assert u.shape == want[0].shape and vh.shape == want[2].shape
        k = s.shape[-1]
        return [(s, want[1]), ((u[..., :k] * s[..., None, :]) @ vh[..., :k, :], x),
                (np.conj(np.swapaxes(u, -1, -2)) @ u, np.zeros_like(u[..., :1, :]) + np.eye(u.shape[-1], dtype=u.dtype))]
    return check
