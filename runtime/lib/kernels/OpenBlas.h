//===- OpenBlas.h - The functions of OpenBLAS -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_KERNELS_OPENBLAS_H
#define DTENSOR_RUNTIME_KERNELS_OPENBLAS_H

#include <cblas.h>

namespace dtensor::runtime {

/// The routines of LAPACK that kernels call: their names with real and with
/// complex matrices, without the letter of the element type.
#define DTENSOR_LAPACK_ROUTINES(ROUTINE)                                       \
  ROUTINE(potrf, potrf)                                                        \
  ROUTINE(getrf, getrf)                                                        \
  ROUTINE(geqrf, geqrf)                                                        \
  ROUTINE(geqp3, geqp3)                                                        \
  ROUTINE(orgqr, ungqr)                                                        \
  ROUTINE(ormqr, unmqr)                                                        \
  ROUTINE(syevd, heevd)                                                        \
  ROUTINE(gesdd, gesdd)                                                        \
  ROUTINE(gesvd, gesvd)                                                        \
  ROUTINE(geev, geev)                                                          \
  ROUTINE(gees, gees)                                                          \
  ROUTINE(sytrd, hetrd)                                                        \
  ROUTINE(gehrd, gehrd)                                                        \
  ROUTINE(gtsv, gtsv)

/// A routine of Fortran for matrices of f32, f64, complex f32 and complex f64.
struct LapackRoutine {
  void (*ofType[4])();
};

struct OpenBlas {
  decltype(&::cblas_dgemm) dgemm;
  decltype(&::cblas_cgemm) cgemm;
  decltype(&::cblas_zgemm) zgemm;
  decltype(&::openblas_get_corename) getCore;
  decltype(&::openblas_set_num_threads) setNumThreads;
  /// Builds that choose kernels at run time have these; others, nullptr.
  void (*startKernels)();
  void (*endKernels)();

#define DTENSOR_ROUTINE(NAME, COMPLEX) LapackRoutine NAME;
  DTENSOR_LAPACK_ROUTINES(DTENSOR_ROUTINE)
#undef DTENSOR_ROUTINE

  /// nullptr, or why the library cannot be used.
  const char *problem;

  /// The functions of this process. The first call opens the library, limits it
  /// to one thread and to the level of dt_limit_processor, and makes it use the
  /// right kernels.
  static const OpenBlas &get();
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_KERNELS_OPENBLAS_H
