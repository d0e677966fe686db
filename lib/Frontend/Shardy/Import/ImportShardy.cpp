//===- ImportShardy.cpp - Shardings of JAX as layouts ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManualComputations.h"
#include "ShardingConverter.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"
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
      : module(module), converter(converter), rewriter(module.getContext()),
        manual(module, converter, rewriter) {}

  LogicalResult run();

private:
  void createMesh();
  LogicalResult importFunction(FunctionOpInterface function);
  LogicalResult importShardingCall(stablehlo::CustomCallOp op);
  LogicalResult importOp(Operation *op);
  LogicalResult importNamed(sdy::NamedComputationOp op);
  void importBarrier(sdy::PropagationBarrierOp op);
  void importGroup(sdy::ShardingGroupOp op);
  Value addToGroup(Location loc, Value value, int64_t group);
  ConstraintAttr getOpenConstraint(Type type);

  /// The layout in `attrs`, in Shardy's or XLA's form, for value `index` of
  /// `count`; null if there is none.
  FailureOr<Attribute> convert(Operation *op, DictionaryAttr attrs,
                               unsigned index, unsigned count, Type type);

  /// Constrains `value` by `sharding`, from `rewriter`'s position on.
  FailureOr<Value> constrain(Operation *op, Value value,
                             sdy::TensorShardingAttr sharding);
  /// Replaces an op with one operand and one result by its constraint.
  LogicalResult replaceByConstraint(Operation *op,
                                    sdy::TensorShardingAttr sharding);
  /// Constrains the results of `op` by its attribute.
  LogicalResult importAnnotation(Operation *op);

  ModuleOp module;
  sdy::ShardingConverter &converter;
  IRRewriter rewriter;
  sdy::ManualComputations manual;
};
} // namespace

/// Creates the mesh that replaces those of Shardy, unless the layouts that a
/// user gave have brought it. The converter has already looked up all of them,
/// so their symbols are not needed any more.
void Importer::createMesh() {
  std::string name = "mesh";
  for (auto old : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>())) {
    if (converter.isUsed(old.getMesh()))
      name = old.getSymName().str();
    rewriter.eraseOp(old);
  }
  if (!converter.hasMesh())
    return;
  if (auto given = module.getOps<MeshOp>(); !given.empty()) {
    converter.setMeshName(
        FlatSymbolRefAttr::get((*given.begin()).getSymNameAttr()));
    return;
  }
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
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return value;
  FailureOr<Attribute> constraint = converter.convert(op, sharding, type);
  if (failed(constraint))
    return failure();
  if (!*constraint)
    return value;
  return ConstrainOp::create(rewriter, op->getLoc(), value, *constraint)
      .getResult();
}

FailureOr<Attribute> Importer::convert(Operation *op, DictionaryAttr attrs,
                                       unsigned index, unsigned count,
                                       Type type) {
  if (!attrs)
    return Attribute();
  if (auto sharding =
          attrs.getAs<sdy::TensorShardingAttr>(sdy::kShardingName)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? converter.convert(op, sharding, tensor)
                  : FailureOr<Attribute>(Attribute());
  }
  if (auto text = attrs.getAs<StringAttr>(sdy::kHloShardingName))
    return converter.convert(op, text, index, count, type,
                             sdy::isInManualComputation(op));
  return Attribute();
}

LogicalResult Importer::importFunction(FunctionOpInterface function) {
  SignatureAttrs attrs(function);
  unsigned numArguments = function.getNumArguments();
  for (unsigned i = 0; i < numArguments; ++i) {
    // XLA's text is for one argument, which can be a tuple.
    FailureOr<Attribute> layout = convert(function, function.getArgAttrDict(i),
                                          0, 1, function.getArgumentTypes()[i]);
    if (failed(layout))
      return failure();
    for (StringRef name :
         {StringRef(sdy::kShardingName), StringRef(sdy::kHloShardingName)})
      attrs.ofArgument(i).erase(name);
    // A layout that a user gave counts.
    if (*layout && !attrs.ofArgument(i).get(kLayoutAttr))
      attrs.ofArgument(i).set(kLayoutAttr, *layout);
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    FailureOr<Attribute> layout =
        convert(function, function.getResultAttrDict(i), 0, 1,
                function.getResultTypes()[i]);
    if (failed(layout))
      return failure();
    for (StringRef name :
         {StringRef(sdy::kShardingName), StringRef(sdy::kHloShardingName)})
      attrs.ofResult(i).erase(name);
    if (*layout && !attrs.ofResult(i).get(kLayoutAttr))
      attrs.ofResult(i).set(kLayoutAttr, *layout);
  }
  attrs.write();
  return success();
}

/// `custom_call @Sharding`, XLA's sharding_constraint.
LogicalResult Importer::importShardingCall(stablehlo::CustomCallOp op) {
  StringRef target = op.getCallTargetName();
  if (target == sdy::kFullToShardTarget || target == sdy::kShardToFullTarget)
    return op.emitOpError("@")
           << target << " begins or ends a manual computation, of which one "
           << "call is required; found others";
  if (target != sdy::kShardingTarget)
    return importAnnotation(op);
  if (op.getInputs().size() != 1 || op.getNumResults() != 1 ||
      op.getInputs().front().getType() != op.getResult(0).getType())
    return op.emitOpError("@Sharding requires one operand and a result of its "
                          "type");
  auto text = op->getAttrOfType<StringAttr>(sdy::kHloShardingName);
  if (!text)
    return failure(failed(importAnnotation(op)) ||
                   failed(replaceByConstraint(op, {})));
  FailureOr<SmallVector<int64_t>> open = sdy::readUnspecifiedDims(op);
  if (failed(open))
    return failure();
  Value value = op.getInputs().front();
  FailureOr<Attribute> constraint = converter.convert(
      op, text, 0, 1, value.getType(), sdy::isInManualComputation(op), *open);
  if (failed(constraint))
    return failure();
  rewriter.setInsertionPoint(op);
  if (*constraint)
    value = ConstrainOp::create(rewriter, op.getLoc(), value, *constraint);
  if (std::optional<int64_t> group = converter.getGroup(text))
    value = addToGroup(op.getLoc(), value, *group);
  rewriter.replaceOp(op, value);
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
  // Most ops have none.
  if (op->getDiscardableAttrDictionary().empty())
    return success();
  // Ops have their own rules here.
  op->removeDiscardableAttr(sdy::kShardingRuleName);
  Attribute attr = op->removeDiscardableAttr(sdy::kShardingName);
  auto text = dyn_cast_or_null<StringAttr>(
      op->removeDiscardableAttr(sdy::kHloShardingName));
  rewriter.setInsertionPointAfter(op);
  for (auto [index, result] : llvm::enumerate(op->getResults())) {
    FailureOr<Attribute> constraint = Attribute();
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type)
      continue;
    if (auto one = dyn_cast_or_null<sdy::TensorShardingAttr>(attr))
      constraint = converter.convert(op, one, type);
    else if (auto all = dyn_cast_or_null<sdy::TensorShardingPerValueAttr>(attr))
      constraint = converter.convert(op, all.getShardings()[index], type);
    else if (text)
      constraint =
          converter.convert(op, text, index, op->getNumResults(),
                            result.getType(), sdy::isInManualComputation(op));
    if (failed(constraint))
      return failure();
    if (!*constraint)
      continue;
    auto constrained =
        ConstrainOp::create(rewriter, op->getLoc(), result, *constraint);
    rewriter.replaceAllUsesExcept(result, constrained, constrained);
  }
  return success();
}

/// A constraint that requires nothing; null without a mesh.
ConstraintAttr Importer::getOpenConstraint(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !converter.hasMesh())
    return {};
  size_t rank = tensor.getRank();
  return ConstraintAttr::get(
      type.getContext(), converter.getMeshName(),
      SmallVector<ArrayAttr>(rank, rewriter.getArrayAttr({})),
      SmallVector<bool>(rank, true), ArrayRef<StringAttr>(),
      SmallVector<int64_t>(rank, 0));
}

static Spread getSpread(sdy::PropagationDirection direction) {
  switch (direction) {
  case sdy::PropagationDirection::NONE:
    return Spread::None;
  case sdy::PropagationDirection::FORWARD:
    return Spread::Forward;
  case sdy::PropagationDirection::BACKWARD:
    return Spread::Backward;
  case sdy::PropagationDirection::BOTH:
    return Spread::Both;
  }
  llvm_unreachable("all directions are handled");
}

void Importer::importBarrier(sdy::PropagationBarrierOp op) {
  rewriter.setInsertionPoint(op);
  Value value = op.getInput();
  if (ConstraintAttr open = getOpenConstraint(value.getType())) {
    auto constrain = ConstrainOp::create(rewriter, op.getLoc(), value, open);
    constrain.setSpread(getSpread(op.getAllowedDirection()));
    value = constrain;
  }
  rewriter.replaceOp(op, value);
}

Value Importer::addToGroup(Location loc, Value value, int64_t group) {
  ConstraintAttr open = getOpenConstraint(value.getType());
  if (!open)
    return value;
  auto constrain = ConstrainOp::create(rewriter, loc, value, open);
  constrain.setGroup(group);
  return constrain;
}

void Importer::importGroup(sdy::ShardingGroupOp op) {
  Value value = op.getInput();
  rewriter.setInsertionPointAfterValue(value);
  Value member = addToGroup(op.getLoc(), value, op.getGroupId());
  if (member != value)
    rewriter.replaceAllUsesExcept(value, member, member.getDefiningOp());
  rewriter.eraseOp(op);
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
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
    return importShardingCall(call);
  if (failed(importAnnotation(op)))
    return failure();
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return importFunction(function);
  if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op))
    return replaceByConstraint(op, constraint.getSharding());
  if (auto reshard = dyn_cast<sdy::ReshardOp>(op))
    return replaceByConstraint(op, reshard.getSharding());
  if (auto unreduced = dyn_cast<sdy::ReplicatedToUnreducedOp>(op))
    return replaceByConstraint(op, unreduced.getOutSharding());
  if (auto unreduced = dyn_cast<sdy::ShardedToUnreducedOp>(op))
    return replaceByConstraint(op, unreduced.getOutSharding());
  if (auto edge = dyn_cast<sdy::DataFlowEdgeOp>(op))
    return replaceByConstraint(op, edge.getShardingAttr());
  if (auto barrier = dyn_cast<sdy::PropagationBarrierOp>(op)) {
    importBarrier(barrier);
    return success();
  }
  if (auto group = dyn_cast<sdy::ShardingGroupOp>(op)) {
    importGroup(group);
    return success();
  }
  if (auto constant = dyn_cast<sdy::ConstantOp>(op)) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<stablehlo::ConstantOp>(op, constant.getType(),
                                                       constant.getValue());
    return success();
  }
  if (auto computation = dyn_cast<sdy::ManualComputationOp>(op))
    return manual.import(computation);
  if (auto named = dyn_cast<sdy::NamedComputationOp>(op))
    return importNamed(named);
  return success();
}

LogicalResult Importer::run() {
  createMesh();
  if (failed(manual.prepare()))
    return failure();
  // Inner ops come first, since outer ones are replaced together with their
  // regions.
  WalkResult result = module.walk<WalkOrder::PostOrder>([&](Operation *op) {
    return failed(importOp(op)) ? WalkResult::interrupt()
                                : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return manual.finish();
}

namespace {
struct ImportShardyPass : dtensor::impl::ImportShardyBase<ImportShardyPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<sdy::ShardingConverter> converter =
        sdy::ShardingConverter::create(module);
    if (failed(converter))
      return signalPassFailure();
    for (MeshOp other : module.getOps<MeshOp>()) {
      Mesh mesh = other.getMesh();
      if (!converter->hasMesh() || mesh == converter->getMesh())
        continue;
      module.emitError("the program has the mesh ")
          << converter->getMesh().str() << " of its own; required: no other "
          << "one, found @" << other.getSymName() << " <" << mesh.str() << ">";
      return signalPassFailure();
    }
    if (failed(Importer(module, *converter).run()))
      signalPassFailure();
  }
};
} // namespace
