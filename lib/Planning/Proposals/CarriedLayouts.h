//===- CarriedLayouts.h - Layouts of carried values ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PROPOSALS_CARRIEDLAYOUTS_H
#define DTENSOR_LIB_PLANNING_PROPOSALS_CARRIEDLAYOUTS_H

#include "../Plan.h"

namespace dtensor {

/// A value and a layout that it could have. A loop carries the value, the value
/// is passed on from a carried one, or a carried value is made from it. Without
/// a value, the layout is that of a result of a function.
struct CarriedLayout {
  mlir::Value value;
  mlir::func::FuncOp function;
  unsigned result = 0;
  Layout layout;
};

/// Finds what holds the layouts of slots: values, and results of functions.
class SlotHolders {
public:
  SlotHolders(const LayoutGraph &graph, mlir::ModuleOp module);

  CarriedLayout get(SlotId slot, Layout layout) const;

private:
  const LayoutGraph &graph;
  llvm::DenseMap<SlotId, std::pair<mlir::func::FuncOp, unsigned>> functionOf;
};

/// Whether the slot is that of an argument of a loop's regions.
bool isCarried(const Slot &slot);

/// The layout without these mesh dimensions on its axes.
Layout getWithout(const Layout &layout, llvm::ArrayRef<unsigned> removed);

/// The change that annotates the values with these layouts. There is at least
/// one.
Change makeCarriedChange(std::vector<CarriedLayout> carried, const Mesh &mesh);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_CARRIEDLAYOUTS_H
