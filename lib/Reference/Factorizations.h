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

// All functions follow the documentation of LAPACK's routine of the name that
// is said: what is packed where, signs, and `info`, which those return that
// have one. Matrices are overwritten.

/// potrf. Only the triangle is read and written that `isLower` says.
template <typename T> int64_t factorizeCholesky(Matrix<T> &a, bool isLower);
/// getrf. Pivots count from 1.
template <typename T> int64_t factorizeLu(Matrix<T> &a, Integers &pivots);
/// gtsv. Element 0 of `dl` is not used.
template <typename T>
int64_t solveTridiagonal(Matrix<T> &dl, Matrix<T> &d, Matrix<T> &du,
                         Matrix<T> &b);

/// geqrf.
template <typename T> void factorizeQr(Matrix<T> &a, Matrix<T> &tau);
/// geqp3. `order` is jpvt: columns that it names with numbers other than 0 come
/// first.
template <typename T>
void factorizePivotedQr(Matrix<T> &a, Integers &order, Matrix<T> &tau);
/// orgqr: the first columns of the product of reflectors.
template <typename T> void makeQ(Matrix<T> &a, const Matrix<T> &tau);
/// ormqr: Q * C or C * Q, where `isAdjoint` takes the adjoint of Q.
template <typename T>
void multiplyByQ(const Matrix<T> &a, const Matrix<T> &tau, Matrix<T> &c,
                 bool isLeft, bool isAdjoint);

/// gehrd, with positions from 0 on: of rows and columns `low` to `high`.
/// Gives the reflectors as well.
template <typename T>
std::vector<Reflector<T>> reduceToHessenberg(Matrix<T> &a, Matrix<T> &tau,
                                             int64_t low, int64_t high);
/// sytrd and hetrd, and their reflectors in the order in which they make Q.
template <typename T>
std::vector<Reflector<T>> reduceToTridiagonal(Matrix<T> &a, Reals &d, Reals &e,
                                              Matrix<T> &tau, bool isLower);

/// syevd and heevd. `a` becomes the vectors if they are asked for.
template <typename T>
int64_t solveSymmetric(Matrix<T> &a, Reals &w, bool makesVectors, bool isLower,
                       Precision precision);

/// How many columns of U and rows of adjoint(V) there are.
enum class SingularVectors { None, Some, All };
/// gesdd and gesvd, which differ in signs.
enum class SingularRoutine { Gesdd, Gesvd };
template <typename T>
int64_t decomposeSingular(const Matrix<T> &a, Reals &s, Matrix<T> &u,
                          Matrix<T> &vt, SingularVectors vectors,
                          SingularRoutine routine, Precision precision);

/// geev: `vl` and `vr` are made where `makesLeft` and `makesRight`.
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
