//===- LocalBorder.h - Where values become components -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_LOCALBORDER_H
#define DTENSOR_LAYOUT_LOCALBORDER_H

#include "dtensor/Layout/FactorChoice.h"

namespace dtensor {

/// Where a value enters or leaves code that is written for components along
/// some mesh dimensions only. Outside, an axis of 8 on `x+y`; inside, where `x`
/// is manual, one of 4 on `y`: each device holds the same.
struct LocalBorder {
  /// How the value outside lies along manual dimensions, which come first on
  /// each axis.
  Layout manual;
  /// All dimensions that are manual inside.
  DimList dims;

  /// The layout outside for one inside.
  Layout lift(const Layout &inside) const;
  /// The layout inside that comes closest to one outside; the same if that is
  /// what `lift` makes of any.
  Layout peel(const Layout &outside) const;
  /// What is known of the value outside, as seen from inside, where it has
  /// `shape`.
  TensorState peel(const TensorState &outside,
                   llvm::ArrayRef<int64_t> shape) const;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_LOCALBORDER_H
