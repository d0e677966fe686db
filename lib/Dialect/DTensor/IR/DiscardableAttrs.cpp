//===- DiscardableAttrs.cpp - Layouts that stand on foreign ops -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification of the attributes that the dialect's description lists.
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/Donations.h"
#include "dtensor/Dialect/DTensor/IR/PipelineStages.h"
#include "dtensor/Dialect/DTensor/IR/VerifyLayout.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace dtensor;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// On operations
//===----------------------------------------------------------------------===//

/// Checks for a layout for each of `types` that is a ranked tensor, and `unit`
/// for the others. The values are in the region of `map`, if any. Unless all
/// are known, a tensor may have `unit` as well.
static LogicalResult verifyList(Operation *op, NamedAttribute attr,
                                LocalMapOp map, TypeRange types, StringRef what,
                                bool areAllKnown = false) {
  auto list = dyn_cast<ArrayAttr>(attr.getValue());
  if (!list)
    return op->emitOpError()
           << attr.getName() << " must be a list, found " << attr.getValue();
  if (list.size() != types.size())
    return op->emitOpError()
           << attr.getName() << " must have one entry per " << what
           << ", required " << types.size() << " and found " << list.size();
  for (auto [index, entry, type] : llvm::enumerate(list, types)) {
    if (!isa<RankedTensorType>(type)) {
      if (!isa<UnitAttr>(entry))
        return op->emitOpError()
               << attr.getName() << " must be unit for " << what << " " << index
               << " of type " << type << ", found " << entry;
      continue;
    }
    if (isa<UnitAttr>(entry) && !areAllKnown)
      continue;
    if (!isa<LayoutAttr>(entry))
      return op->emitOpError()
             << attr.getName() << " must be a layout"
             << (areAllKnown ? "" : " or unit") << " for " << what << " "
             << index << " of type " << type << ", found " << entry;
    if (failed(
            verifyLayout(op, what + Twine(" ") + Twine(index), entry, type)) ||
        failed(verifyFree(op, map, entry)))
      return failure();
  }
  return success();
}

LogicalResult DTensorDialect::verifyOperationAttribute(Operation *op,
                                                       NamedAttribute attr) {
  auto map = op->getParentOfType<LocalMapOp>();
  if (attr.getName() == kLayoutsAttr)
    return verifyList(op, attr, map, op->getResultTypes(), "result");
  if (attr.getName() == kBlockLayoutsAttr) {
    SmallVector<Type> types;
    for (Region &region : op->getRegions())
      if (!region.empty())
        llvm::append_range(types, region.getArgumentTypes());
    if (auto own = dyn_cast<LocalMapOp>(op))
      map = own;
    return verifyList(op, attr, map, types, "entry block argument");
  }
  if (attr.getName() == kForcedLayoutsAttr) {
    SmallVector<Type> types(op->getOperandTypes());
    llvm::append_range(types, op->getResultTypes());
    return verifyList(op, attr, map, types, "operand or result",
                      /*areAllKnown=*/true);
  }
  if (attr.getName() == kKernelAttr) {
    auto mode = dyn_cast<StringAttr>(attr.getValue());
    if (mode && (mode == kKernelOverwrites || mode == kKernelAccumulates))
      return success();
    return op->emitOpError()
           << kKernelAttr << " must be \"" << kKernelOverwrites << "\" or \""
           << kKernelAccumulates << "\", found " << attr.getValue();
  }
  if (attr.getName() == kUnforcedAttr) {
    if (isa<UnitAttr>(attr.getValue()))
      return success();
    return op->emitOpError()
           << kUnforcedAttr << " must be unit, found " << attr.getValue();
  }
  if (attr.getName() == kOriginsAttr) {
    auto origins = dyn_cast<ArrayAttr>(attr.getValue());
    if (origins && llvm::all_of(origins, llvm::IsaPred<DictionaryAttr>))
      return success();
    return op->emitOpError() << kOriginsAttr << " must be dictionaries, found "
                             << attr.getValue();
  }
  if (attr.getName() == kWrittenAttr) {
    if (auto constrain = dyn_cast<ConstrainOp>(op))
      return verifyLayout(op, kWrittenAttr, attr.getValue(),
                          constrain.getType());
    return op->emitOpError()
           << kWrittenAttr << " must stand on a dtensor.constrain";
  }
  if (attr.getName() == kConflictsAttr) {
    auto conflicts = dyn_cast<ArrayAttr>(attr.getValue());
    if (conflicts && llvm::all_of(conflicts, llvm::IsaPred<DictionaryAttr>))
      return success();
    return op->emitOpError()
           << kConflictsAttr << " must be dictionaries, found "
           << attr.getValue();
  }
  if (attr.getName() == kRegatheredAttr) {
    if (isa<IntegerAttr>(attr.getValue()))
      return success();
    return op->emitOpError() << kRegatheredAttr << " must be an integer, found "
                             << attr.getValue();
  }
  if (attr.getName() == kMemoryPerDeviceAttr) {
    auto bytes = dyn_cast<IntegerAttr>(attr.getValue());
    if (isa<ModuleOp>(op) && bytes && bytes.getValue().isStrictlyPositive())
      return success();
    return op->emitOpError() << kMemoryPerDeviceAttr
                             << " must be a positive integer on a module, "
                                "found "
                             << attr.getValue();
  }
  if (attr.getName() == kStagesAttr) {
    if (isa<LocalMapOp>(op) && isa<StringAttr>(attr.getValue()))
      return success();
    return op->emitOpError() << kStagesAttr
                             << " must be a string on a dtensor.local_map, "
                                "found "
                             << attr.getValue();
  }
  if (attr.getName() == kShardingRuleAttr) {
    if (isa<StringAttr>(attr.getValue()))
      return success();
    return op->emitOpError() << kShardingRuleAttr << " must be a string, found "
                             << attr.getValue();
  }
  return op->emitOpError()
         << "attributes of the dtensor dialect on an operation are "
         << kLayoutsAttr << ", " << kBlockLayoutsAttr << ", " << kKernelAttr
         << ", " << kUnforcedAttr << ", " << kRegatheredAttr << ", "
         << kMemoryPerDeviceAttr << ", " << kOriginsAttr << ", "
         << kForcedLayoutsAttr << ", " << kStagesAttr << ", " << kWrittenAttr
         << ", " << kShardingRuleAttr << " and " << kConflictsAttr << ", found "
         << attr.getName();
}

//===----------------------------------------------------------------------===//
// On arguments and results of functions
//===----------------------------------------------------------------------===//

/// Checks that `local` is the component of `globalType` under `layout`.
static LogicalResult verifyGlobalType(Operation *op, const Twine &what,
                                      Attribute globalType, LayoutAttr layout,
                                      Type local) {
  auto attr = dyn_cast<TypeAttr>(globalType);
  auto global =
      attr ? dyn_cast<RankedTensorType>(attr.getValue()) : RankedTensorType();
  if (!global)
    return op->emitOpError()
           << kGlobalTypeAttr << " of " << what
           << " must be a ranked tensor type, found " << globalType;
  if (!layout)
    return op->emitOpError() << what << " with " << kGlobalTypeAttr
                             << " must have a #dtensor.layout, found none";
  auto shaped = dyn_cast<ShapedType>(local);
  if (!shaped || !shaped.hasRank() || shaped.getRank() != global.getRank() ||
      shaped.getElementType() != global.getElementType())
    return op->emitOpError()
           << what << " must be a component of " << global
           << ", of the same rank and element type; found " << local;
  FailureOr<Mesh> mesh = verifyMesh(op, layout.getMesh());
  if (failed(mesh))
    return failure();
  llvm::Expected<Layout> resolved = layout.resolve(*mesh);
  if (!resolved)
    return op->emitOpError("the layout of ")
           << what << ": " << llvm::toString(resolved.takeError());
  return verifyComponent(op, what, shaped, global.getShape(), *mesh, *resolved);
}

static LogicalResult verifyBoundaryAttr(Operation *op, const Twine &what,
                                        Type type, NamedAttribute attr,
                                        LayoutAttr layout) {
  if (attr.getName() == kLayoutAttr || attr.getName() == kWrittenAttr)
    return verifyLayout(op, what, attr.getValue(), type);
  if (attr.getName() == kGlobalTypeAttr)
    return verifyGlobalType(op, what, attr.getValue(), layout, type);
  return op->emitOpError() << "attributes of the dtensor dialect on " << what
                           << " are " << kLayoutAttr << ", " << kGlobalTypeAttr
                           << ", " << kWrittenAttr << " and, of arguments, "
                           << kDonatedAttr << ", found " << attr.getName();
}

/// Checks that the attribute on a donated argument is a result's number or
/// `unit`.
static LogicalResult verifyDonated(FunctionOpInterface function, unsigned index,
                                   Attribute donated) {
  auto result = dyn_cast<IntegerAttr>(donated);
  unsigned numResults = function.getNumResults();
  if (isa<UnitAttr>(donated) ||
      (result && result.getType().isInteger(64) && result.getInt() >= 0 &&
       result.getInt() < numResults))
    return success();
  return function->emitOpError() << kDonatedAttr << " of argument " << index
                                 << " must be unit or one of " << numResults
                                 << " results, found " << donated;
}

LogicalResult DTensorDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                       unsigned index,
                                                       NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError()
           << attr.getName() << " must stand on an argument of a function";
  if (attr.getName() == kDonatedAttr)
    return verifyDonated(function, index, attr.getValue());
  return verifyBoundaryAttr(
      op, "argument " + Twine(index), function.getArgumentTypes()[index], attr,
      function.getArgAttrOfType<LayoutAttr>(index, kLayoutAttr));
}

LogicalResult DTensorDialect::verifyRegionResultAttribute(Operation *op,
                                                          unsigned,
                                                          unsigned index,
                                                          NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError()
           << attr.getName() << " must stand on a result of a function";
  return verifyBoundaryAttr(
      op, "result " + Twine(index), function.getResultTypes()[index], attr,
      function.getResultAttrOfType<LayoutAttr>(index, kLayoutAttr));
}
