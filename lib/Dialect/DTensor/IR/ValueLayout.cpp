//===- ValueLayout.cpp - The layout of a value in the IR ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor;

MeshOp dtensor::lookupMeshOrNull(Operation *from, FlatSymbolRefAttr name) {
  return SymbolTable::lookupNearestSymbolFrom<MeshOp>(from, name);
}

FailureOr<MeshOp> dtensor::lookupMesh(Operation *from, FlatSymbolRefAttr name) {
  if (MeshOp mesh = lookupMeshOrNull(from, name))
    return mesh;
  return from->emitOpError("requires a dtensor.mesh named ")
         << name << ", found none in its module";
}

/// Entry `index` of the list `name` on `op`.
static LayoutAttr getListed(Operation *op, StringRef name, unsigned index) {
  auto list = op->getAttrOfType<ArrayAttr>(name);
  if (!list || index >= list.size())
    return {};
  return dyn_cast<LayoutAttr>(list[index]);
}

static LayoutAttr getArgumentLayout(BlockArgument argument) {
  Block *block = argument.getOwner();
  Operation *op = block->getParentOp();
  if (!op || !block->isEntryBlock())
    return {};
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return function.getArgAttrOfType<LayoutAttr>(argument.getArgNumber(),
                                                 kLayoutAttr);
  return getListed(op, kBlockLayoutsAttr, getBlockLayoutIndex(argument));
}

LayoutAttr dtensor::getLayout(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getArgumentLayout(argument);
  auto result = cast<OpResult>(value);
  unsigned index = result.getResultNumber();
  LayoutAttr own =
      llvm::TypeSwitch<Operation *, LayoutAttr>(result.getOwner())
          .Case([](RelayoutOp op) { return op.getLayout(); })
          .Case([](ConstrainOp op) {
            return dyn_cast<LayoutAttr>(op.getConstraint());
          })
          .Case([&](LocalMapOp op) {
            // Propagation adds the axes that the declared layout leaves open.
            if (LayoutAttr whole = getListed(op, kLayoutsAttr, index))
              return whole;
            return index < op.getOutLayouts().size()
                       ? dyn_cast<LayoutAttr>(op.getOutLayouts()[index])
                       : LayoutAttr();
          })
          .Default(LayoutAttr());
  return own ? own : getListed(result.getOwner(), kLayoutsAttr, index);
}

LayoutAttr dtensor::getResultLayout(Operation *function, unsigned result) {
  return cast<FunctionOpInterface>(function).getResultAttrOfType<LayoutAttr>(
      result, kLayoutAttr);
}

unsigned dtensor::getBlockLayoutIndex(BlockArgument argument) {
  unsigned index = argument.getArgNumber();
  Region *own = argument.getOwner()->getParent();
  for (Region &region : own->getParentOp()->getRegions()) {
    if (&region == own)
      break;
    if (!region.empty())
      index += region.getNumArguments();
  }
  return index;
}
