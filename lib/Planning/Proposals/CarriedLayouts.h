//===- CarriedLayouts.h - Layouts of carried values -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PROPOSALS_CARRIEDLAYOUTS_H
#define DTENSOR_LIB_PLANNING_PROPOSALS_CARRIEDLAYOUTS_H

#include "dtensor/Propagation/LayoutGraph.h"
#include "llvm/ADT/MapVector.h"
#include <vector>

namespace dtensor {

/// A value and a layout that it could have. A loop carries the value, the value
/// is passed on from a carried one, or a carried value is made from it. Without
/// a value, the layout is that of a result of a function.
struct CarriedLayout {
  mlir::Value value;
  mlir::func::FuncOp function;
  unsigned result = 0;
  Layout layout;

  bool operator==(const CarriedLayout &other) const = default;
};

/// Finds carried values that are gathered where they are read: in the loop,
/// after it, or from a stack of carried values. The graph is that of the
/// module, has propagated layouts, and must outlive this object.
class CarriedLister {
public:
  CarriedLister(LayoutGraph &graph, mlir::ModuleOp module);

  /// The number of uses that gather a carried value.
  unsigned getNumUses() const { return perUse.size(); }

  /// The values that these uses read, with all values on the way from the loop,
  /// each with its layout without the mesh dimensions that are gathered.
  /// Nothing if a device would hold over a quarter more of arguments and
  /// carried values than before.
  std::optional<std::vector<CarriedLayout>>
  get(llvm::ArrayRef<unsigned> uses) const;

private:
  struct Change {
    DimList gathered;
    /// Whether only parts of the carried value are gathered. Then no device
    /// would hold all of it without this change.
    bool isPart = true;
  };
  using Changes = llvm::MapVector<SlotId, Change>;

  void addUse(SlotId slot, const Layout &needed);

  LayoutGraph &graph;
  double held;
  llvm::DenseMap<SlotId, std::pair<mlir::func::FuncOp, unsigned>> functionOf;
  llvm::SmallDenseSet<std::pair<SlotId, unsigned>> seen;
  std::vector<Changes> perUse;
};

/// Annotates the functions, loops and ops that hold the values.
void annotateCarried(llvm::ArrayRef<CarriedLayout> carried, LayoutGraph &graph);

/// Removes these annotations.
void removeCarried(llvm::ArrayRef<CarriedLayout> carried);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_CARRIEDLAYOUTS_H
