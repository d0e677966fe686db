//===- CarriedLayouts.h - What loops carry and gather -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_TRANSFORMS_CARRIEDLAYOUTS_H
#define DTENSOR_LIB_TRANSFORMS_CARRIEDLAYOUTS_H

#include "dtensor/Transforms/LayoutGraph.h"
#include <vector>

namespace dtensor {

/// A value that a loop carries, or that is handed on from there, or a result of
/// a function if there is no value; and the layout that it could have.
struct CarriedLayout {
  mlir::Value value;
  mlir::func::FuncOp function;
  unsigned result = 0;
  Layout layout;

  bool operator==(const CarriedLayout &other) const = default;
};

/// Sets of carried values that are gathered where they are read (in the loop,
/// behind it, or from a stack of what it has carried), with what lies between,
/// without the mesh dimensions that are gathered; the union of all sets first.
/// The graph is that of the module and has spread layouts. A set that would
/// make devices hold a quarter more of arguments and carried values is left
/// out.
std::vector<std::vector<CarriedLayout>>
listGatheredCarried(LayoutGraph &graph, mlir::ModuleOp module);

/// Annotates what holds the values: functions, loops and ops.
void annotateCarried(llvm::ArrayRef<CarriedLayout> carried, LayoutGraph &graph);

/// Takes the annotations away again.
void removeCarried(llvm::ArrayRef<CarriedLayout> carried);

} // namespace dtensor

#endif // DTENSOR_LIB_TRANSFORMS_CARRIEDLAYOUTS_H
