//===- RecursiveScan.h - A scan that is a recursion of slices ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// jax.lax.associative_scan has no op of its own. For tensors x of n positions
// along an axis and a combiner f, it is traced as follows (Blelloch 1990,
// "Prefix Sums and Their Applications"):
//
//   scan(x) of 1 position   x
//   scan(x) of n            odd = scan(f(x[0:-1:2], x[1::2]))
//                           even = x[:1] joined with f(odd, x[2::2]), without
//                                  the last of odd if n is even
//                           even and odd, position by position in turn
//
// The last line is a sum of the two, each with zeros between its positions. The
// matcher takes the whole unrolled recursion, and checks that each level
// combines by the same f and reads the right positions.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_RECURSIVESCAN_H
#define DTENSOR_LIB_NORMALIZE_RECURSIVESCAN_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace dtensor {

/// One result of a scan, and everything that it depends on.
struct RecursiveScan {
  /// A step of the combiner on elements. It is an element of a tensor (`op`
  /// null), a constant (`constant` set), or the result of `op`, which is
  /// elementwise on tensors.
  struct Term {
    mlir::Operation *op = nullptr;
    mlir::TypedAttr constant;
    llvm::SmallVector<unsigned> operands;
    unsigned component = 0;
    /// Whether the element is the later one of the two.
    bool isLater = false;
  };
  /// One of the tensors that are scanned together.
  struct Component {
    mlir::Value elements;
    /// For each axis, the axis of the result that it is; -1 for an axis of one
    /// position that is none. The component is repeated along axes that it
    /// lacks.
    llvm::SmallVector<int64_t> axes;
    /// `elements` combined in pairs. Together they identify the component.
    mlir::Value pairs;
    /// The term that the combiner computes for it.
    unsigned term;
  };

  int64_t axis;
  mlir::Value result;
  /// The result is that of the first component.
  llvm::SmallVector<Component> components;
  llvm::SmallVector<Term> terms;
  /// The ops of the scan. Their results must have no other users, except for
  /// `result`.
  llvm::SetVector<mlir::Operation *> ops;
};

/// The scan whose result is `result`, an interleaving.
std::optional<RecursiveScan> matchRecursiveScan(mlir::Value result);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_RECURSIVESCAN_H
