//===- BidiagonalIteration.h - Singular values of two diagonals -*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_BIDIAGONALITERATION_H
#define DTENSOR_LIB_REFERENCE_BIDIAGONALITERATION_H

#include "Matrix.h"
#include "Precision.h"

namespace dtensor::reference {

/// LAPACK's bdsqr: singular values, in descending order, of the upper
/// bidiagonal matrix with the diagonal `d` and `e` above it, by implicit QR
/// steps. The method determines the signs. `u` is multiplied by the left
/// vectors from the right, and `vt` by the adjoint of the right ones from the
/// left. Returns LAPACK's info.
template <typename T>
int64_t iterateBidiagonal(Reals &d, Reals &e, Matrix<T> &u, Matrix<T> &vt,
                          Precision precision);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_BIDIAGONALITERATION_H
