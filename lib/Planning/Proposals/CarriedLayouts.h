//===- CarriedLayouts.h - What loops carry and gather -----------*- C++ -*-===//
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

/// A value that a loop carries, is handed on from there, or comes to be
/// carried; or a result of a function, if there is no value; and the layout
/// that it could have.
struct CarriedLayout {
  mlir::Value value;
  mlir::func::FuncOp function;
  unsigned result = 0;
  Layout layout;

  bool operator==(const CarriedLayout &other) const = default;
};

/// Finds carried values that are gathered where they are read: in the loop,
/// behind it, or from a stack of what it has carried. The graph is that of the
/// module, has spread layouts, and outlives this.
class CarriedLister {
public:
  CarriedLister(LayoutGraph &graph, mlir::ModuleOp module);

  /// How many uses gather something that is carried.
  unsigned getNumUses() const { return perUse.size(); }

  /// What these uses read of what is carried, and what lies between, without
  /// the mesh dimensions that they gather. Nothing if devices would hold a
  /// quarter more of arguments and carried values than they do.
  std::optional<std::vector<CarriedLayout>>
  get(llvm::ArrayRef<unsigned> uses) const;

private:
  struct Change {
    DimList gathered;
    /// Of what is carried nothing but parts is gathered: all of it would not be
    /// held otherwise.
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

/// Annotates what holds the values: functions, loops and ops.
void annotateCarried(llvm::ArrayRef<CarriedLayout> carried, LayoutGraph &graph);

/// Takes the annotations away again.
void removeCarried(llvm::ArrayRef<CarriedLayout> carried);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_CARRIEDLAYOUTS_H
