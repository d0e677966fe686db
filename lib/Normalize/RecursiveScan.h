//===- RecursiveScan.h - A scan that is a recursion of slices ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// jax.lax.associative_scan has no op. Of tensors x of n positions along an axis
// and a combiner f it is traced as (Blelloch 1990, "Prefix Sums and Their
// Applications")
//
//   scan(x) of 1 position   x
//   scan(x) of n            odd = scan(f(x[0:-1:2], x[1::2]))
//                           even = x[:1] joined with f(odd, x[2::2]), without
//                                  the last of odd if n is even
//                           even and odd, position by position in turn
//
// where the last line is a sum of the two, each with zeros between its
// positions. What is matched here is the whole of it, unrolled: that each level
// combines by the same f, and reads what it should.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_RECURSIVESCAN_H
#define DTENSOR_LIB_NORMALIZE_RECURSIVESCAN_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace dtensor {

/// One result of a scan, and all that it depends on.
struct RecursiveScan {
  /// A step of the combiner on elements: an element of a tensor (`op` null), a
  /// constant (`constant` set), or what `op`, elementwise on tensors, does.
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
    /// Which axis of the result each axis is; -1: none, of one position. It is
    /// repeated along those that are missing.
    llvm::SmallVector<int64_t> axes;
    /// `elements` combined in pairs: together they say what the component is.
    mlir::Value pairs;
    /// What the combiner makes of it.
    unsigned term;
  };

  int64_t axis;
  mlir::Value result;
  /// The result is that of the first.
  llvm::SmallVector<Component> components;
  llvm::SmallVector<Term> terms;
  /// Nobody else may use what these make, save `result`.
  llvm::SetVector<mlir::Operation *> ops;
};

/// The scan whose result is `result`, an interleaving.
std::optional<RecursiveScan> matchRecursiveScan(mlir::Value result);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_RECURSIVESCAN_H
