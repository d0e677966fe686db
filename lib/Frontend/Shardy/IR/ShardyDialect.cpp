//===- ShardyDialect.cpp - Shardings of JAX programs ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Shardy/IR/Shardy.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor::sdy;

#include "dtensor/Frontend/Shardy/IR/ShardyDialect.cpp.inc"

namespace {
struct ShardyInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void ShardyDialect::initialize() {
  addInterfaces<ShardyInliner>();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "dtensor/Frontend/Shardy/IR/ShardyOps.cpp.inc"
      >();
}

MeshAttr dtensor::sdy::getMesh(TensorShardingAttr sharding, Operation *op) {
  if (auto mesh = dyn_cast<MeshAttr>(sharding.getMesh()))
    return mesh;
  auto symbol = cast<FlatSymbolRefAttr>(sharding.getMesh());
  // The mesh is in the module, but the op may be inside another symbol table.
  for (Operation *table = SymbolTable::getNearestSymbolTable(op); table;
       table = table->getParentOp()
                   ? SymbolTable::getNearestSymbolTable(table->getParentOp())
                   : nullptr)
    if (auto mesh = dyn_cast_or_null<MeshOp>(
            SymbolTable::lookupSymbolIn(table, symbol)))
      return mesh.getMesh();
  return {};
}

TensorShardingAttr dtensor::sdy::getSharding(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return function && argument.getOwner()->isEntryBlock()
               ? function.getArgAttrOfType<TensorShardingAttr>(
                     argument.getArgNumber(), kShardingName)
               : TensorShardingAttr();
  }
  Operation *op = value.getDefiningOp();
  auto getOne = [&](TensorShardingPerValueAttr all) {
    unsigned index = cast<OpResult>(value).getResultNumber();
    return all && index < all.getShardings().size() ? all.getShardings()[index]
                                                    : TensorShardingAttr();
  };
  return TypeSwitch<Operation *, TensorShardingAttr>(op)
      .Case<ShardingConstraintOp, ReshardOp>(
          [](auto constraint) { return constraint.getSharding(); })
      .Case<ReplicatedToUnreducedOp, ShardedToUnreducedOp>(
          [](auto unreduced) { return unreduced.getOutSharding(); })
      .Case([](DataFlowEdgeOp edge) { return edge.getShardingAttr(); })
      .Case([&](ManualComputationOp manual) {
        return getOne(manual.getOutShardings());
      })
      .Case([&](NamedComputationOp named) {
        return getOne(named.getOutShardingsAttr());
      })
      .Default([&](Operation *) {
        Attribute attr = op->getDiscardableAttr(kShardingName);
        if (auto all = dyn_cast_or_null<TensorShardingPerValueAttr>(attr))
          return getOne(all);
        return dyn_cast_or_null<TensorShardingAttr>(attr);
      });
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

LogicalResult dtensor::sdy::verifySharding(Operation *op,
                                           TensorShardingAttr sharding,
                                           Type type) {
  MeshAttr mesh = getMesh(sharding, op);
  if (!mesh)
    return op->emitOpError("requires a mesh, found none named ")
           << sharding.getMesh();
  auto tensor = dyn_cast<RankedTensorType>(type);
  int64_t rank = tensor ? tensor.getRank() : 0;
  // A single device has no axes, for any tensor.
  bool isMaximal = mesh.getNames().empty() && !mesh.getDeviceIds().empty();
  if (sharding.getRank() != rank && !(isMaximal && sharding.getRank() == 0))
    return op->emitOpError("requires a sharding of ")
           << rank << " axes for a value of type " << type << ", found "
           << sharding;
  auto verifyAxis = [&](AxisRefAttr axis) -> LogicalResult {
    std::optional<int64_t> size = mesh.getSize(axis.getName());
    if (!size)
      return op->emitOpError("requires axes of the mesh ")
             << mesh << ", found " << axis.getName();
    if (axis.isWhole())
      return success();
    int64_t product = axis.getPreSize() * axis.getSize();
    if (axis.getSize() == *size || *size % product)
      return op->emitOpError("requires a proper part of axis ")
             << axis.getName() << " of size " << *size << ", found ("
             << axis.getPreSize() << ")" << axis.getSize();
    return success();
  };
  auto verifyAxes = [&](ArrayRef<AxisRefAttr> axes) {
    return success(llvm::all_of(
        axes, [&](AxisRefAttr axis) { return succeeded(verifyAxis(axis)); }));
  };
  for (DimensionShardingAttr dimension : sharding.getDimensions())
    if (failed(verifyAxes(dimension.getAxes())))
      return failure();
  // The order of these axes has no meaning, so only one spelling is allowed.
  auto getPlace = [&](AxisRefAttr axis) {
    return std::pair(llvm::find(mesh.getNames(), axis.getName()),
                     axis.getPreSize());
  };
  auto verifyOrder = [&](ArrayRef<AxisRefAttr> axes) -> LogicalResult {
    for (auto [before, after] : llvm::zip(axes, axes.drop_front(!axes.empty())))
      if (getPlace(after) < getPlace(before))
        return op->emitOpError("requires replicated and unreduced axes in the "
                               "order of the mesh ")
               << mesh << ", found " << sharding;
    return success();
  };
  return failure(failed(verifyAxes(sharding.getReplicated())) ||
                 failed(verifyAxes(sharding.getUnreduced())) ||
                 failed(verifyOrder(sharding.getReplicated())) ||
                 failed(verifyOrder(sharding.getUnreduced())));
}

/// Verifies a sharding for each of `types`.
static LogicalResult verifyShardings(Operation *op,
                                     TensorShardingPerValueAttr shardings,
                                     TypeRange types, StringRef what) {
  if (shardings.getShardings().size() != types.size())
    return op->emitOpError("requires a sharding for each of ")
           << types.size() << " " << what << ", found "
           << shardings.getShardings().size();
  for (auto [sharding, type] : llvm::zip(shardings.getShardings(), types))
    if (failed(verifySharding(op, sharding, type)))
      return failure();
  return success();
}

LogicalResult ShardyDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  if (attr.getName() == kShardingRuleName &&
      !isa<OpShardingRuleAttr>(attr.getValue()))
    return op->emitOpError("requires ")
           << kShardingRuleName << " to be a rule, found " << attr.getValue();
  if (attr.getName() != kShardingName)
    return success();
  auto shardings = dyn_cast<TensorShardingPerValueAttr>(attr.getValue());
  // The device on which an op runs that has effects only.
  if (shardings && op->getNumResults() == 0 &&
      shardings.getShardings().size() == 1)
    return verifySharding(op, shardings.getShardings().front(),
                          NoneType::get(op->getContext()));
  if (shardings)
    return verifyShardings(op, shardings, op->getResultTypes(), "results");
  if (auto sharding = dyn_cast<TensorShardingAttr>(attr.getValue());
      sharding && op->getNumResults() == 1)
    return verifySharding(op, sharding, op->getResult(0).getType());
  return op->emitOpError("requires ")
         << kShardingName << " to be shardings of its results, found "
         << attr.getValue();
}

static LogicalResult verifyAnnotation(Operation *op, NamedAttribute attr,
                                      Type type) {
  if (attr.getName() != kShardingName)
    return success();
  auto sharding = dyn_cast<TensorShardingAttr>(attr.getValue());
  if (!sharding)
    return op->emitOpError("requires ")
           << kShardingName << " to be a sharding, found " << attr.getValue();
  return verifySharding(op, sharding, type);
}

LogicalResult ShardyDialect::verifyRegionArgAttribute(Operation *op,
                                                      unsigned region,
                                                      unsigned argument,
                                                      NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return verifyAnnotation(
      op, attr,
      function ? function.getArgumentTypes()[argument]
               : op->getRegion(region).getArgument(argument).getType());
}

LogicalResult ShardyDialect::verifyRegionResultAttribute(Operation *op,
                                                         unsigned,
                                                         unsigned result,
                                                         NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return function
             ? verifyAnnotation(op, attr, function.getResultTypes()[result])
             : success();
}
