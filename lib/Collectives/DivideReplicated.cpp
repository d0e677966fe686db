//===- DivideReplicated.cpp - Divide work that devices would repeat -------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReplicatedWork.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dtensor {
#define GEN_PASS_DEF_DIVIDEREPLICATED
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

class Divider {
public:
  Divider(MeshOp meshOp, const ReplicatedWork &work)
      : meshOp(meshOp), mesh(meshOp.getMesh()), work(work) {}

  void run() {
    for (linalg::LinalgOp op : work.getOps())
      divide(op);
    for (linalg::LinalgOp op : llvm::reverse(work.getOps()))
      op->erase();
  }

private:
  void divide(linalg::LinalgOp op);
  Value getPart(OpBuilder &builder, linalg::LinalgOp op, OpOperand &operand);
  Value getOffset(OpBuilder &builder, ArrayRef<unsigned> dims, int64_t extent);
  Value slice(OpBuilder &builder, Value value, unsigned axis,
              ArrayRef<unsigned> dims);
  Value gather(OpBuilder &builder, Value part, OpResult whole, unsigned axis,
               ArrayRef<unsigned> dims);
  RankedTensorType getPartType(Value value, unsigned axis,
                               ArrayRef<unsigned> dims) const;

  MeshOp meshOp;
  Mesh mesh;
  const ReplicatedWork &work;
  /// The device's part of each divided result.
  IRMapping parts;
  /// The device's part of a value along an axis, which others read too.
  llvm::DenseMap<std::tuple<Value, unsigned, uint64_t>, Value> slices;
};

} // namespace

RankedTensorType Divider::getPartType(Value value, unsigned axis,
                                      ArrayRef<unsigned> dims) const {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] /= mesh.getGroupSize(dims);
  return type.clone(shape);
}

Value Divider::getOffset(OpBuilder &builder, ArrayRef<unsigned> dims,
                         int64_t extent) {
  SmallVector<StringRef> names;
  for (unsigned dim : dims)
    names.push_back(mesh.getName(dim));
  return comm::ShardOffsetOp::create(builder, meshOp.getLoc(),
                                     FlatSymbolRefAttr::get(meshOp),
                                     builder.getStrArrayAttr(names), Value(),
                                     builder.getI64IntegerAttr(extent));
}

Value Divider::slice(OpBuilder &builder, Value value, unsigned axis,
                     ArrayRef<unsigned> dims) {
  uint64_t mask = 0;
  for (unsigned dim : dims)
    mask |= uint64_t(1) << dim;
  Value &known = slices[{value, axis, mask}];
  if (known)
    return known;
  RankedTensorType type = getPartType(value, axis, dims);
  Location loc = value.getLoc();
  // All later ops find the slice there.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  int64_t extent = cast<RankedTensorType>(value.getType()).getDimSize(axis);
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  offsets[axis] = getOffset(builder, dims, extent);
  return known = tensor::ExtractSliceOp::create(
             builder, loc, type, value, offsets,
             getAsIndexOpFoldResult(builder.getContext(), type.getShape()),
             strides);
}

/// The part of an operand that the part of `op` reads or writes.
Value Divider::getPart(OpBuilder &builder, linalg::LinalgOp op,
                       OpOperand &operand) {
  const ReplicatedWork::Division &division = *work.lookup(op);
  Value value = operand.get();
  std::optional<unsigned> axis = getAxisOf(op, operand, division.loop);
  if (work.readsPart(operand))
    return parts.lookup(value);
  if (!axis)
    return value;
  RankedTensorType type = getPartType(value, *axis, division.dims);
  auto makeEmpty = [&]() -> Value {
    return tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                   type.getElementType());
  };
  if (value.getDefiningOp<tensor::EmptyOp>())
    return makeEmpty();
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return linalg::FillOp::create(builder, fill.getLoc(), fill.getInputs(),
                                  makeEmpty())
        .getResult(0);
  return slice(builder, value, *axis, division.dims);
}

Value Divider::gather(OpBuilder &builder, Value part, OpResult whole,
                      unsigned axis, ArrayRef<unsigned> dims) {
  auto type = cast<RankedTensorType>(whole.getType());
  auto mesh = FlatSymbolRefAttr::get(meshOp);
  Layout replicated(type.getRank()), divided = replicated;
  divided.setAxis(axis, dims);
  Value dest = tensor::EmptyOp::create(builder, part.getLoc(), type.getShape(),
                                       type.getElementType());
  return comm::AllGatherOp::create(
             builder, part.getLoc(), part, dest,
             LayoutAttr::get(mesh, this->mesh, divided),
             LayoutAttr::get(mesh, this->mesh, replicated), type.getShape(),
             ValueRange(),
             builder.getStringAttr("the devices have divided work on "
                                   "replicated values"))
      .getResult();
}

void Divider::divide(linalg::LinalgOp op) {
  const ReplicatedWork::Division &division = *work.lookup(op);
  OpBuilder builder(op);
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (OpOperand &operand : op->getOpOperands()) {
    operands.push_back(getPart(builder, op, operand));
    if (op.isDpsInit(&operand))
      types.push_back(operands.back().getType());
  }
  auto part = cast<linalg::LinalgOp>(
      mlir::clone(builder, op.getOperation(), types, operands));
  if (part.hasIndexSemantics()) {
    SmallVector<OpFoldResult> offsets(op.getNumLoops(),
                                      builder.getIndexAttr(0));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(part);
    offsets[division.loop] = getOffset(builder, division.dims,
                                       op.getStaticLoopRanges()[division.loop]);
    linalg::offsetIndices(builder, part, offsets);
  }
  for (auto [whole, own] : llvm::zip(op->getResults(), part->getResults())) {
    parts.map(whole, own);
    if (!work.needsWhole(whole))
      continue;
    unsigned axis = *getAxisOf(op, *op.getTiedOpOperand(whole), division.loop);
    Value gathered = gather(builder, own, whole, axis, division.dims);
    whole.replaceUsesWithIf(
        gathered, [&](OpOperand &use) { return !work.readsPart(use); });
  }
}

/// A release would count as a user of the whole value. Others are inserted when
/// all collectives are known.
static void eraseReleases(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (isa<comm::ReleaseOp>(op))
      op.erase();
}

namespace {

struct DivideReplicated
    : dtensor::impl::DivideReplicatedBase<DivideReplicated> {
  using DivideReplicatedBase::DivideReplicatedBase;

  void runOnOperation() override {
    FailureOr<MeshOp> mesh = getModuleMesh(getOperation());
    if (failed(mesh))
      return signalPassFailure();
    if (!*mesh || (*mesh).getMesh().getNumDevices() == 1)
      return;
    Divergence divergence(getOperation(), (*mesh).getMesh());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      // In other blocks a device may not come to the gather.
      if (function.isExternal() || !function.getBody().hasOneBlock())
        continue;
      Block &block = function.getBody().front();
      Mesh resolved = (*mesh).getMesh();
      ReplicatedWork work(block, resolved, divergence);
      if (work.getOps().empty())
        continue;
      eraseReleases(block);
      Divider(*mesh, work).run();
    }
  }
};

} // namespace
