//===- Schur.h - From a Hessenberg matrix to Schur's form -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_SCHUR_H
#define DTENSOR_LIB_REFERENCE_SCHUR_H

#include "Matrix.h"
#include "Precision.h"

namespace dtensor::reference {

/// Makes a Hessenberg matrix (quasi-)triangular between the rows and columns
/// `low` and `high`, by the QR steps of LAPACK's lahqr, which determine the
/// order of eigenvalues. `z` is multiplied by Schur's vectors. Returns LAPACK's
/// info.
int64_t iterateHessenberg(Matrix<double> &h, Matrix<double> &z,
                          Matrix<Complex> &w, int64_t low, int64_t high,
                          Precision precision);
int64_t iterateHessenberg(Matrix<Complex> &h, Matrix<Complex> &z,
                          Matrix<Complex> &w, int64_t low, int64_t high,
                          Precision precision);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_SCHUR_H
