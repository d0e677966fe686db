//===- ImportShardy.cpp - Shardings of JAX as layouts --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportCollectives.h"
#include "ShardingConverter.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Frontend/Shardy/Import/Passes.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace dtensor {
#define GEN_PASS_DEF_IMPORTSHARDY
#include "dtensor/Frontend/Shardy/Import/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {
class Importer {
public:
  Importer(ModuleOp module, sdy::ShardingConverter &converter)
      : module(module), converter(converter), rewriter(module.getContext()) {}

  LogicalResult run();

private:
  void createMesh();
  LogicalResult importFunction(FunctionOpInterface function);
  LogicalResult importOp(Operation *op);
  LogicalResult importManual(sdy::ManualComputationOp op);
  LogicalResult importNamed(sdy::NamedComputationOp op);

  /// `value` as `sharding` says, from `rewriter`'s place on.
  FailureOr<Value> constrain(Operation *op, Value value,
                             sdy::TensorShardingAttr sharding);
  /// Replaces an op of one operand and one result by what is said of them.
  LogicalResult replaceByConstraint(Operation *op,
                                    sdy::TensorShardingAttr sharding);
  /// Constrains the results of `op` to what its attribute says.
  LogicalResult importAnnotation(Operation *op);

  ModuleOp module;
  sdy::ShardingConverter &converter;
  IRRewriter rewriter;
};
} // namespace

/// Makes the mesh in place of those of Shardy. The converter has looked them up
/// all, so no symbol is needed any more.
void Importer::createMesh() {
  std::string name = "mesh";
  for (auto old : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>())) {
    if (converter.isUsed(old.getMesh()))
      name = old.getSymName().str();
    rewriter.eraseOp(old);
  }
  if (!converter.hasMesh())
    return;
  SmallVector<StringRef> names;
  SmallVector<int64_t> sizes;
  for (const MeshDimension &dimension : converter.getMesh().getDimensions()) {
    names.push_back(dimension.name);
    sizes.push_back(dimension.size);
  }
  OpBuilder builder(module.getContext());
  auto mesh = MeshOp::create(builder, module.getLoc(), name,
                             builder.getStrArrayAttr(names), sizes);
  SymbolTable(module).insert(mesh, module.getBody()->begin());
  converter.setMeshName(FlatSymbolRefAttr::get(mesh.getSymNameAttr()));
}

FailureOr<Value> Importer::constrain(Operation *op, Value value,
                                     sdy::TensorShardingAttr sharding) {
  if (!isa<RankedTensorType>(value.getType()))
    return value;
  FailureOr<Attribute> constraint = converter.convert(op, sharding);
  if (failed(constraint))
    return failure();
  if (!*constraint)
    return value;
  return ConstrainOp::create(rewriter, op->getLoc(), value, *constraint)
      .getResult();
}

LogicalResult Importer::importFunction(FunctionOpInterface function) {
  auto importOne = [&](Attribute sharding, auto set) -> LogicalResult {
    auto attr = dyn_cast_or_null<sdy::TensorShardingAttr>(sharding);
    if (!attr)
      return success();
    FailureOr<Attribute> layout = converter.convert(function, attr);
    if (succeeded(layout) && *layout)
      set(*layout);
    return layout;
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (failed(importOne(function.getArgAttr(i, sdy::kShardingName),
                         [&](Attribute layout) {
                           function.setArgAttr(i, kLayoutAttr, layout);
                         })))
      return failure();
    function.removeArgAttr(
        i, StringAttr::get(function->getContext(), sdy::kShardingName));
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    if (failed(importOne(function.getResultAttr(i, sdy::kShardingName),
                         [&](Attribute layout) {
                           function.setResultAttr(i, kLayoutAttr, layout);
                         })))
      return failure();
    function.removeResultAttr(
        i, StringAttr::get(function->getContext(), sdy::kShardingName));
  }
  return success();
}

LogicalResult Importer::replaceByConstraint(Operation *op,
                                            sdy::TensorShardingAttr sharding) {
  rewriter.setInsertionPoint(op);
  Value value = op->getOperand(0);
  if (sharding) {
    FailureOr<Value> constrained = constrain(op, value, sharding);
    if (failed(constrained))
      return failure();
    value = *constrained;
  }
  rewriter.replaceOp(op, value);
  return success();
}

LogicalResult Importer::importAnnotation(Operation *op) {
  Attribute attr = op->removeDiscardableAttr(sdy::kShardingName);
  if (!attr)
    return success();
  SmallVector<sdy::TensorShardingAttr> shardings;
  if (auto one = dyn_cast<sdy::TensorShardingAttr>(attr))
    shardings.push_back(one);
  else
    llvm::append_range(
        shardings, cast<sdy::TensorShardingPerValueAttr>(attr).getShardings());
  rewriter.setInsertionPointAfter(op);
  for (auto [result, sharding] : llvm::zip(op->getResults(), shardings)) {
    FailureOr<Value> value = constrain(op, result, sharding);
    if (failed(value))
      return failure();
    if (*value != result)
      rewriter.replaceAllUsesExcept(result, *value, value->getDefiningOp());
  }
  return success();
}

LogicalResult Importer::importManual(sdy::ManualComputationOp op) {
  if (converter.isRenumbered())
    return op.emitOpError(
        "on a mesh with an order of devices is not supported; "
        "export the program for a mesh that counts through");
  auto convertAll =
      [&](sdy::TensorShardingPerValueAttr shardings) -> FailureOr<ArrayAttr> {
    SmallVector<Attribute> layouts;
    for (sdy::TensorShardingAttr sharding : shardings.getShardings()) {
      FailureOr<LayoutAttr> layout =
          converter.convertManual(op, sharding, op.getManualAxes());
      if (failed(layout))
        return failure();
      layouts.push_back(*layout);
    }
    return rewriter.getArrayAttr(layouts);
  };
  FailureOr<ArrayAttr> in = convertAll(op.getInShardings());
  FailureOr<ArrayAttr> out = convertAll(op.getOutShardings());
  if (failed(in) || failed(out))
    return failure();
  SmallVector<sdy::TensorShardingAttr> all(op.getInShardings().getShardings());
  llvm::append_range(all, op.getOutShardings().getShardings());
  if (!llvm::all_of(all, [&](sdy::TensorShardingAttr sharding) {
        return converter.isWholeMesh(op, sharding, op.getManualAxes());
      }))
    op.emitWarning("devices along axes that are not manual compute the same");
  rewriter.setInsertionPoint(op);
  auto map = LocalMapOp::create(rewriter, op.getLoc(), op.getResultTypes(),
                                op.getTensors(), *in, *out);
  rewriter.inlineRegionBefore(op.getBody(), map.getBody(), map.getBody().end());
  Operation *end = map.getBody().front().getTerminator();
  rewriter.setInsertionPoint(end);
  rewriter.replaceOpWithNewOp<LocalYieldOp>(end, end->getOperands());
  rewriter.replaceOp(op, map.getResults());
  return sdy::importCollectives(map.getBody(), converter.getMeshName(),
                                converter.getMesh());
}

LogicalResult Importer::importNamed(sdy::NamedComputationOp op) {
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands(op.getOperands());
  if (std::optional<sdy::TensorShardingPerValueAttr> in = op.getInShardings())
    for (auto [operand, sharding] : llvm::zip(operands, in->getShardings())) {
      FailureOr<Value> value = constrain(op, operand, sharding);
      if (failed(value))
        return failure();
      operand = *value;
    }
  Operation *end = op.getBody().front().getTerminator();
  SmallVector<Value> results;
  rewriter.inlineBlockBefore(&op.getBody().front(), op, operands);
  // Arguments that are returned are operands now.
  results.assign(end->operand_begin(), end->operand_end());
  rewriter.eraseOp(end);
  rewriter.setInsertionPoint(op);
  if (std::optional<sdy::TensorShardingPerValueAttr> out = op.getOutShardings())
    for (auto [result, sharding] : llvm::zip(results, out->getShardings())) {
      FailureOr<Value> value = constrain(op, result, sharding);
      if (failed(value))
        return failure();
      result = *value;
    }
  rewriter.replaceOp(op, results);
  return success();
}

LogicalResult Importer::importOp(Operation *op) {
  if (failed(importAnnotation(op)))
    return failure();
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return importFunction(function);
  if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op))
    return replaceByConstraint(op, constraint.getSharding());
  if (auto reshard = dyn_cast<sdy::ReshardOp>(op))
    return replaceByConstraint(op, reshard.getSharding());
  if (auto edge = dyn_cast<sdy::DataFlowEdgeOp>(op))
    return replaceByConstraint(op, edge.getShardingAttr());
  if (auto barrier = dyn_cast<sdy::PropagationBarrierOp>(op)) {
    barrier.emitWarning("layouts spread across the barrier, which changes no "
                        "value");
    return replaceByConstraint(op, {});
  }
  if (auto group = dyn_cast<sdy::ShardingGroupOp>(op)) {
    group.emitWarning("values of the group may get different layouts, which "
                      "changes no value");
    rewriter.eraseOp(op);
    return success();
  }
  if (auto constant = dyn_cast<sdy::ConstantOp>(op)) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<stablehlo::ConstantOp>(op, constant.getType(),
                                                       constant.getValue());
    return success();
  }
  if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
    return importManual(manual);
  if (auto named = dyn_cast<sdy::NamedComputationOp>(op))
    return importNamed(named);
  return success();
}

LogicalResult Importer::run() {
  createMesh();
  // Inner ops first: outer ones are replaced with what is in them.
  WalkResult result = module.walk<WalkOrder::PostOrder>([&](Operation *op) {
    return failed(importOp(op)) ? WalkResult::interrupt()
                                : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct ImportShardyPass : dtensor::impl::ImportShardyBase<ImportShardyPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<sdy::ShardingConverter> converter =
        sdy::ShardingConverter::create(module);
    if (failed(converter))
      return signalPassFailure();
    if (converter->hasMesh() && !module.getOps<MeshOp>().empty()) {
      module.emitError("the program has a mesh of its own; required: no other "
                       "one, found @")
          << (*module.getOps<MeshOp>().begin()).getSymName();
      return signalPassFailure();
    }
    if (failed(Importer(module, *converter).run()))
      signalPassFailure();
  }
};
} // namespace
