//===- Factorizations.h - Routines of LAPACK, on one matrix -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_FACTORIZATIONS_H
#define DTENSOR_LIB_REFERENCE_FACTORIZATIONS_H

#include "Precision.h"
#include "Reflector.h"

namespace dtensor::reference {

// Each function follows the documentation of the LAPACK routine in its comment:
// the packed form, the signs, and `info`, which the function returns if the
// routine has one. Matrices are overwritten.

/// potrf. Only the triangle that `isLower` selects is read and written.
template <typename T> int64_t factorizeCholesky(Matrix<T> &a, bool isLower);
/// getrf. Pivots count from 1.
template <typename T> int64_t factorizeLu(Matrix<T> &a, Integers &pivots);
/// gtsv. Element 0 of `dl` is not used.
template <typename T>
int64_t solveTridiagonal(Matrix<T> &dl, Matrix<T> &d, Matrix<T> &du,
                         Matrix<T> &b);

/// geqrf.
template <typename T> void factorizeQr(Matrix<T> &a, Matrix<T> &tau);
/// geqp3. `order` is jpvt: columns with numbers other than 0 come first.
template <typename T>
void factorizePivotedQr(Matrix<T> &a, Integers &order, Matrix<T> &tau);
/// orgqr: the first columns of the product of reflectors.
template <typename T> void makeQ(Matrix<T> &a, const Matrix<T> &tau);
/// ormqr: Q * C or C * Q, where `isAdjoint` takes the adjoint of Q.
template <typename T>
void multiplyByQ(const Matrix<T> &a, const Matrix<T> &tau, Matrix<T> &c,
                 bool isLeft, bool isAdjoint);

/// gehrd, for rows and columns `low` to `high`, counted from 0. Returns the
/// reflectors as well.
template <typename T>
std::vector<Reflector<T>> reduceToHessenberg(Matrix<T> &a, Matrix<T> &tau,
                                             int64_t low, int64_t high);
/// sytrd and hetrd. Returns the reflectors in the order in which they make Q.
template <typename T>
std::vector<Reflector<T>> reduceToTridiagonal(Matrix<T> &a, Reals &d, Reals &e,
                                              Matrix<T> &tau, bool isLower);

/// syevd and heevd. `a` becomes the vectors if they are requested.
template <typename T>
int64_t solveSymmetric(Matrix<T> &a, Reals &w, bool makesVectors, bool isLower,
                       Precision precision);

/// The number of columns of U and rows of adjoint(V).
enum class SingularVectors { None, Some, All };
/// gesdd and gesvd, which differ in signs.
enum class SingularRoutine { Gesdd, Gesvd };
template <typename T>
int64_t decomposeSingular(const Matrix<T> &a, Reals &s, Matrix<T> &u,
                          Matrix<T> &vt, SingularVectors vectors,
                          SingularRoutine routine, Precision precision);

/// geev. `vl` and `vr` are made if `makesLeft` and `makesRight` are set.
template <typename T>
int64_t solveGeneral(Matrix<T> a, Matrix<Complex> &w, Matrix<Complex> &vl,
                     Matrix<Complex> &vr, bool makesLeft, bool makesRight,
                     Precision precision);
/// gees without an order.
template <typename T>
int64_t decomposeSchur(Matrix<T> &a, Matrix<T> &vs, Matrix<Complex> &w,
                       bool makesVectors, Precision precision);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_FACTORIZATIONS_H
