//===- Matrices.h - Factors of matrices, as values --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_FUNCTIONS_MATRICES_H
#define DTENSOR_RECORDING_FUNCTIONS_MATRICES_H

#include "Call.h"

namespace dtensor::recording {

/// Rows in the order `permutation`: x[permutation] = l u. `factors` has both
/// factors, without the ones of l's diagonal; `sign` is the permutation's.
struct LU {
  Value factors, permutation, sign;
};
LU factorLU(Value x);
/// As a matrix.
Value toPermutationMatrix(Value permutation, DType dtype);

/// The parts of matrices below the diagonal `k`, or from it on.
Value takeLower(Value x, int64_t k);
Value takeUpper(Value x, int64_t k);
Value adjoint(Value x);
/// The elements of the diagonal, as the last axis.
Value takeDiagonal(Value x, int64_t offset = 0);
/// The inverse: matrices with these diagonals.
Value toDiagonal(Value x);
/// Identity matrices with the type of `x`.
Value identityLike(Value x);
/// Columns of matrices multiplied by elements of the last axis of `scale`.
Value scaleColumns(Value x, Value scale);

/// Eigenvalues, ascending, and eigenvectors of hermitian matrices, of which the
/// lower half is read.
Values factorHermitian(Value x);
/// Of x = q r.
Values factorQR(Value x, bool isComplete);
/// Of x = u diag(s) vh.
Values factorSVD(Value x, bool isFull);

/// Argument `name` of a call: matrices of a type that LAPACK has. Narrow floats
/// and integers become `float32`.
Value getMatrices(Call &call, llvm::StringRef name, bool isSquare);
Argument normOfVectors(Call &call);
Argument normOfMatrices(Call &call);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_FUNCTIONS_MATRICES_H
