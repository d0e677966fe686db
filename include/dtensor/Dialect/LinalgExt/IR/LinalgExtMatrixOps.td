//===- LinalgExtMatrixOps.td - Transforms and factorisations -*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTMATRIXOPS_TD
#define DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTMATRIXOPS_TD

include "dtensor/Dialect/LinalgExt/IR/LinalgExtBase.td"

def LinalgExt_FftOp : LinalgExt_Op<"fft",
    [AttrSizedOperandSegments, DeclareOpInterfaceMethods<LinalgExtOpInterface>],
    [{
      /// Whether the operand, or the result, is real.
      bool isReal();
      bool makesReal();
      /// `n`.
      int64_t getLength();
    }], "getDestsMutable()"> {
  let summary = "the discrete Fourier transform along an axis";
  let description = [{
    There are `n` positions along `axis`, for any `n`, which the types must
    state:

    - complex to complex: `y[k] = sum_j x[j] * exp(-2 pi i j k / n)`, or with
      `inverse` `sum_j x[j] * exp(2 pi i j k / n) / n`;
    - real to complex: of `n` real numbers the first `n / 2 + 1` of the transform;
    - complex to real, with `inverse`: from these the `n` real numbers. The
      destination states `n`. Imaginary parts that a transform of real numbers
      cannot have (at 0, and at `n / 2` for even `n`) are ignored.

    ```mlir
    %1 = linalg_ext.fft ins(%0 : tensor<2x8xf32>)
        outs(%e : tensor<2x5xcomplex<f32>>) axis = 1 -> tensor<2x5xcomplex<f32>>
    ```

    A transform of several axes takes several ops. The number of operations is
    `n` times the sum of the prime factors of `n`. With a large prime factor it
    is that of two transforms of at least `2 * n` positions (Bluestein). Rows of
    f32 are transformed in f64 and rounded once. Code generation adds operands
    in f64: `roots` of unity, and a second destination as scratch memory, whose
    result means nothing. It has twice the positions of the rows that are
    transformed at a time: `tensor<2 x positions x 2 x rows x f64>`, with real
    parts before imaginary ones.
  }];
  let arguments = (ins AnyShaped:$source, Optional<AnyShaped>:$roots,
                       Variadic<AnyShaped>:$dests, I64Attr:$axis,
                       UnitAttr:$inverse);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)`
    (`roots` `(` $roots^ `:` type($roots) `)`)?
    `outs` `(` $dests `:` type($dests) `)` `axis` `=` $axis
    (`inverse` $inverse^)? attr-dict (`->` type($results)^)?
  }];
}

def LinalgExt_CholeskyOp : LinalgExt_Op<"cholesky",
    [DeclareOpInterfaceMethods<LinalgExtOpInterface>]> {
  let summary = "the Cholesky factor of symmetric matrices";
  let description = [{
    The last two axes are matrices, and the axes before them are a batch. With
    `lower` the result is the lower triangular `l` with `l * adjoint(l) = a`.
    Otherwise it is the upper triangular `u` with `adjoint(u) * u = a`. The
    other triangle is zero. Only that triangle of `a` is read. If a matrix is
    not positive definite, its factor is NaN from the failing column on.

    ```mlir
    %1 = linalg_ext.cholesky ins(%0 : tensor<5x4x4xf32>)
        outs(%e : tensor<5x4x4xf32>) lower -> tensor<5x4x4xf32>
    ```
  }];
  let arguments = (ins AnyShaped:$source, AnyShaped:$dest, UnitAttr:$lower);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `outs` `(` $dest `:` type($dest) `)`
    (`lower` $lower^)? attr-dict (`->` type($result)^)?
  }];
}

def LinalgExt_TriangularSolveOp : LinalgExt_Op<"triangular_solve",
    [DeclareOpInterfaceMethods<LinalgExtOpInterface>]> {
  let summary = "solve systems of equations with triangular matrices";
  let description = [{
    Finds `x` with `op(a) * x = b`, or with `right` `x * op(a) = b`. The last
    two axes are matrices, and the axes before them are a batch. `op` is
    nothing, `transpose`, or `adjoint`, which also conjugates. Only the lower
    triangle of `a` is read if `lower` is given, and only the upper one
    otherwise. With `unit_diagonal` its diagonal is not read, and counts as
    ones.

    ```mlir
    %1 = linalg_ext.triangular_solve ins(%a, %b : tensor<4x4xf32>, tensor<4x3xf32>)
        outs(%e : tensor<4x3xf32>) lower -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins AnyShaped:$a, AnyShaped:$b, AnyShaped:$dest,
                       UnitAttr:$right, UnitAttr:$lower, UnitAttr:$unitDiagonal,
                       UnitAttr:$transpose, UnitAttr:$adjoint);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $a `,` $b `:` type($a) `,` type($b) `)`
    `outs` `(` $dest `:` type($dest) `)` (`right` $right^)? (`lower` $lower^)?
    (`unit_diagonal` $unitDiagonal^)? (`transpose` $transpose^)?
    (`adjoint` $adjoint^)? attr-dict (`->` type($result)^)?
  }];
}

def LinalgExt_LapackOp : LinalgExt_Op<"lapack",
    [AttrSizedOperandSegments, DeclareOpInterfaceMethods<LinalgExtOpInterface>],
    "", "getDestsMutable()"> {
  let summary = "call a routine of LAPACK";
  let description = [{
    The first `batch` axes of all operands count matrices, and each matrix is a
    call of the routine. The one or two axes after them are a vector or a
    matrix, in any layout of memory. A routine is named without the letter of
    its element type, which is that of the first source. The destinations are
    the outputs of the routine. `options` are its characters (as numbers) and
    integers:

    | routine | sources | destinations | options |
    |---|---|---|---|
    | `potrf` | a | a, info | uplo |
    | `getrf` | a | a, ipiv, info | |
    | `geqrf` | a | a, tau | |
    | `geqp3` | a, jpvt | a, jpvt, tau | |
    | `orgqr` | a, tau | a | |
    | `ormqr` | a, tau, c | c | side, trans |
    | `syevd` | a | a, w, info | mode, uplo |
    | `gesdd`, `gesvd` | a | a, s, u, vt, info | mode |
    | `geev` | a | wr, wi (real), w (complex); vl, vr (complex), info | left, right |
    | `gees` | a | a, vs, wr, wi (real), w (complex), sdim, info | mode, sort |
    | `sytrd` | a | a, d, e, tau, info | uplo |
    | `gehrd` | a | a, tau, info | low, high |
    | `gtsv` | dl, d, du, b | dl, d, du, b, info | |

    For complex matrices, `orgqr`, `ormqr`, `syevd` and `sytrd` are LAPACK's
    `ungqr`, `unmqr`, `heevd` and `hetrd`. `dl` begins with an entry that is not
    read. If a matrix of `gesdd`, `gesvd`, `geev` or `gees` has entries that are
    not finite, info is -4.

    ```mlir
    %r:2 = linalg_ext.lapack "potrf" ins(%a : tensor<5x4x4xf32>)
        outs(%e, %i : tensor<5x4x4xf32>, tensor<5xi32>) batch = 1 options = [76]
        -> tensor<5x4x4xf32>, tensor<5xi32>
    ```
  }];
  let arguments = (ins StrAttr:$routine, Variadic<AnyShaped>:$sources,
                       Variadic<AnyShaped>:$dests, I64Attr:$batch,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$options);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $routine `ins` `(` $sources `:` type($sources) `)`
    `outs` `(` $dests `:` type($dests) `)` `batch` `=` $batch
    (`options` `=` $options^)? attr-dict (`->` type($results)^)?
  }];
}

#endif // DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTMATRIXOPS_TD
