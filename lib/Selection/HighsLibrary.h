//===- HighsLibrary.h - HiGHS, where it is installed ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SELECTION_HIGHSLIBRARY_H
#define DTENSOR_LIB_SELECTION_HIGHSLIBRARY_H

#include "interfaces/highs_c_api.h"

namespace dtensor {

/// The functions of HiGHS (https://highs.dev) that are used here. The library
/// is loaded when a problem is first solved exactly. So no program depends on
/// it, or on the libraries below it: they take time to load, and bring a BLAS
/// of their own.
struct HighsLibrary {
#define DTENSOR_HIGHS_FUNCTIONS(X)                                             \
  X(create)                                                                    \
  X(destroy)                                                                   \
  X(setBoolOptionValue)                                                        \
  X(setIntOptionValue)                                                         \
  X(setDoubleOptionValue)                                                      \
  X(passMip)                                                                   \
  X(setSparseSolution)                                                         \
  X(getModelStatus)                                                            \
  X(run)                                                                       \
  X(getDoubleInfoValue)                                                        \
  X(getIntInfoValue)                                                           \
  X(getSolution)
#define DTENSOR_HIGHS_MEMBER(name) decltype(&Highs_##name) name = nullptr;
  DTENSOR_HIGHS_FUNCTIONS(DTENSOR_HIGHS_MEMBER)
#undef DTENSOR_HIGHS_MEMBER

  /// Null if there is no library, or one without these functions.
  static const HighsLibrary *get();
};

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_HIGHSLIBRARY_H
