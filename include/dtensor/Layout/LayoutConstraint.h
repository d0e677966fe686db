//===- LayoutConstraint.h - What a user says of a layout --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_LAYOUTCONSTRAINT_H
#define DTENSOR_LAYOUT_LAYOUTCONSTRAINT_H

#include "dtensor/Layout/Layout.h"

namespace dtensor {

/// What is said of one axis: it is sharded along `dims` first, and then along
/// nothing, or, if it is open, along whatever propagation finds.
struct AxisConstraint {
  DimList dims;
  bool isOpen = false;

  bool operator==(const AxisConstraint &other) const = default;
};

/// What a user or a frontend says of a layout, which can be less than all.
struct LayoutConstraint {
  llvm::SmallVector<AxisConstraint, 4> axes;
  /// Mesh dimensions that must neither shard an axis nor be partial.
  DimList replicated;
  /// Constraints of a lower number are propagated first.
  int64_t priority = 0;

  LayoutConstraint() = default;
  /// Nothing but this: closed axes.
  explicit LayoutConstraint(const Layout &layout);

  /// Errors: those of `Layout::verify`; a dimension that must stay replicated
  /// and shards an axis, or is listed twice; a negative priority.
  llvm::Error verify(const Mesh &mesh) const;

  /// Whether `layout`, of the same rank, is one that was asked for. What is
  /// said holds for the value itself: a partial layout never is.
  bool isSatisfiedBy(const Layout &layout) const;

  /// The least sharded layout that satisfies this.
  Layout getLeastLayout() const;

  /// `[x, any, y + any, unsharded], replicated = [z], priority = 1`, where the
  /// last two may be missing; if they are, so may the brackets.
  static llvm::Expected<LayoutConstraint> parse(const Mesh &mesh,
                                                llvm::StringRef text);
  std::string str(const Mesh &mesh) const;

  bool operator==(const LayoutConstraint &other) const = default;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_LAYOUTCONSTRAINT_H
