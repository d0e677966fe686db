//===- ImportTMTensor.cpp - From tm_tensor to linalg_ext and linalg -------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attention.h"
#include "Orders.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/Torch/IR/TMTensor.h"
#include "dtensor/Frontend/Torch/Import/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace dtensor {
#define GEN_PASS_DEF_IMPORTTMTENSOR
#include "dtensor/Frontend/Torch/Import/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;
using namespace dtensor::tm_tensor;

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Value createEmpty(OpBuilder &builder, Location loc,
                         RankedTensorType type) {
  return tensor::EmptyOp::create(builder, loc, type.getShape(),
                                 type.getElementType());
}

/// Makes the only block of `region`, with two arguments for each of `elements`.
static Block *createBody(OpBuilder &builder, Region &region, Location loc,
                         TypeRange elements) {
  return builder.createBlock(&region, {}, elements,
                             SmallVector<Location>(elements.size(), loc));
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// The op that combines the arguments, if the body has no other op.
static Operation *getCombiner(Block &body) {
  auto operations = body.without_terminator();
  if (!llvm::hasSingleElement(operations))
    return nullptr;
  Operation &only = *operations.begin();
  bool combines = only.getNumOperands() == 2 && only.getNumResults() == 1 &&
                  body.getTerminator()->getOperand(0) == only.getResult(0) &&
                  llvm::is_contained(only.getOperands(), body.getArgument(0)) &&
                  llvm::is_contained(only.getOperands(), body.getArgument(1));
  return combines ? &only : nullptr;
}

static bool isAssociative(Block &body) {
  return isa_and_nonnull<arith::AddFOp, arith::AddIOp, arith::MulFOp,
                         arith::MulIOp, arith::MaximumFOp, arith::MinimumFOp,
                         arith::MaxNumFOp, arith::MinNumFOp, arith::MaxSIOp,
                         arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp,
                         arith::AndIOp, arith::OrIOp, arith::XOrIOp,
                         complex::AddOp, complex::MulOp>(getCombiner(body));
}

/// The identity of the combiner, or null. That of a sum is -0.0, since 0.0
/// would make a sum of -0.0 positive.
static TypedAttr getIdentity(Operation *combiner) {
  if (auto sum = dyn_cast<arith::AddFOp>(combiner)) {
    auto type = cast<FloatType>(sum.getType());
    return FloatAttr::get(
        type, APFloat::getZero(type.getFloatSemantics(), /*Negative=*/true));
  }
  if (isa<complex::AddOp, complex::MulOp>(combiner))
    return {};
  // Flags may exclude NaNs or infinities.
  if (auto flags = dyn_cast<arith::ArithFastMathInterface>(combiner))
    if (arith::bitEnumContainsAny(flags.getFastMathFlagsAttr().getValue(),
                                  arith::FastMathFlags::nnan |
                                      arith::FastMathFlags::ninf))
      return {};
  return arith::getNeutralElement(combiner).value_or(TypedAttr());
}

namespace {
/// A part of a tensor along one axis; all of it along the others.
class AxisSlicer {
public:
  AxisSlicer(OpBuilder &builder, Location loc, RankedTensorType type,
             int64_t axis)
      : builder(builder), loc(loc), type(type), axis(axis) {}

  Value slice(Value whole, int64_t offset, int64_t size) {
    SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> sizes,
        strides(type.getRank(), builder.getIndexAttr(1));
    for (int64_t extent : type.getShape())
      sizes.push_back(builder.getIndexAttr(extent));
    offsets[axis] = builder.getIndexAttr(offset);
    sizes[axis] = builder.getIndexAttr(size);
    return tensor::ExtractSliceOp::create(builder, loc, whole, offsets, sizes,
                                          strides);
  }

  /// The slice at one position, without the axis.
  Value drop(Value whole, int64_t position) {
    Value row = slice(whole, position, 1);
    SmallVector<ReassociationIndices> groups(type.getRank() - 1);
    for (int64_t i = 0, group = 0; i < type.getRank(); ++i) {
      if (type.getRank() > 1)
        groups[group].push_back(i);
      // The axis is merged with the next one, or the last.
      if (i != axis && group + 1 < type.getRank() - 1)
        ++group;
    }
    return tensor::CollapseShapeOp::create(builder, loc, row, groups);
  }

private:
  OpBuilder &builder;
  Location loc;
  RankedTensorType type;
  int64_t axis;
};
} // namespace

static Value createScan(ScanOp op, OpBuilder &builder, Value source, Value init,
                        bool exclusive) {
  Location loc = op.getLoc();
  auto type = getType(source);
  auto scan = linalg_ext::ScanOp::create(builder, loc, TypeRange(type), source,
                                         init, createEmpty(builder, loc, type),
                                         /*hasInits=*/Value(),
                                         int64_t(op.getDimension()), exclusive,
                                         /*reverse=*/false);
  OpBuilder::InsertionGuard guard(builder);
  Type element = type.getElementType();
  Block *body =
      createBody(builder, scan.getCombiner(), loc, {element, element});
  linalg_ext::YieldOp::create(
      builder, loc,
      cloneBody(builder, op.getRegion().front(), body->getArguments()));
  return scan->getResult(0);
}

static LogicalResult importScan(ScanOp op, RewriterBase &rewriter) {
  if (!isAssociative(op.getRegion().front()))
    return op.emitOpError("cannot be imported: required a body of one sum, "
                          "product, minimum, maximum, and, or or xor of its "
                          "arguments, which is associative; write a loop");
  Location loc = op.getLoc();
  Value source = op.getInputs()[0], init = op.getOutputs()[1];
  auto axis = int64_t(op.getDimension());
  RankedTensorType type = getType(source);
  int64_t extent = type.getDimSize(axis);
  if (type.getNumElements() == 0) {
    rewriter.replaceOp(op, {op.getOutputs()[0], init});
    return success();
  }
  AxisSlicer slicer(rewriter, loc, type, axis);
  Value scanned;
  if (!op.getInclusive()) {
    scanned = createScan(op, rewriter, source, init, /*exclusive=*/true);
  } else if (TypedAttr identity =
                 getIdentity(getCombiner(op.getRegion().front()))) {
    Value start =
        linalg::FillOp::create(
            rewriter, loc,
            arith::ConstantOp::create(rewriter, loc, identity).getResult(),
            createEmpty(rewriter, loc, getType(init)))
            .getResult(0);
    scanned = createScan(op, rewriter, source, start, /*exclusive=*/false);
  } else {
    // The first element replaces the missing identity.
    scanned = slicer.slice(source, 0, 1);
    if (extent > 1)
      scanned = tensor::ConcatOp::create(
          rewriter, loc, axis,
          ValueRange{scanned,
                     createScan(op, rewriter,
                                slicer.slice(source, 1, extent - 1),
                                slicer.drop(source, 0), /*exclusive=*/false)});
  }
  Value last =
      op->getResult(1).use_empty() ? init : slicer.drop(scanned, extent - 1);
  rewriter.replaceOp(op, {scanned, last});
  return success();
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

static void importScatter(ScatterOp op, RewriterBase &rewriter) {
  Location loc = op.getLoc();
  Value updates = op.getInputs()[0], original = op.getOutputs()[0];
  int64_t sliceRank = getType(updates).getRank() - 1;
  auto scatter = linalg_ext::ScatterOp::create(
      rewriter, loc, op.getResultTypes(), op.getInputs()[1], updates,
      /*reads=*/ValueRange(), original, ValueRange(),
      /*window_axes=*/
      rewriter.getDenseI64ArrayAttr(
          llvm::to_vector(llvm::seq<int64_t>(1, sliceRank + 1))),
      /*inserted_axes=*/
      rewriter.getDenseI64ArrayAttr(llvm::to_vector(
          llvm::seq<int64_t>(0, getType(original).getRank() - sliceRank))),
      /*dest_batch_axes=*/DenseI64ArrayAttr(),
      /*indices_batch_axes=*/DenseI64ArrayAttr(),
      /*start_axes=*/op.getDimensionMapAttr(),
      /*index_vector_axis=*/rewriter.getI64IntegerAttr(1), DenseI64ArrayAttr(),
      DenseI64ArrayAttr());
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Type element = getType(original).getElementType();
    Block *body =
        createBody(rewriter, scatter.getCombiner(), loc, {element, element});
    // The existing value comes first.
    linalg_ext::YieldOp::create(
        rewriter, loc,
        cloneBody(rewriter, op.getRegion().front(),
                  {body->getArgument(1), body->getArgument(0)}));
  }
  rewriter.replaceOp(op, scatter->getResults());
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

static void importSort(SortOp op, RewriterBase &rewriter) {
  Location loc = op.getLoc();
  SmallVector<Value> dests;
  for (Value output : op.getOutputs())
    dests.push_back(createEmpty(rewriter, loc, getType(output)));
  auto sort = linalg_ext::SortOp::create(rewriter, loc, op.getResultTypes(),
                                         op.getOutputs(), dests,
                                         int64_t(op.getDimension()));
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Block &order = op.getRegion().front();
    Block *body = createBody(rewriter, sort.getComparator(), loc,
                             order.getArgumentTypes());
    linalg_ext::YieldOp::create(
        rewriter, loc,
        createBefore(rewriter, loc, order, body->getArguments()));
  }
  rewriter.replaceOp(op, sort->getResults());
}

static void importTopk(TopkOp op, RewriterBase &rewriter) {
  Location loc = op.getLoc();
  auto axis = int64_t(op.getDimension());
  RankedTensorType valuesType = getType(op.getInputs()[0]);
  Value positions = op.getInputs().back();
  if (op.getInputs().size() == 1) {
    auto type = valuesType.clone(rewriter.getI32Type());
    positions = linalg_ext::IotaOp::create(
                    rewriter, loc, type, axis, createEmpty(rewriter, loc, type),
                    ValueRange(), DenseI64ArrayAttr(), DenseI64ArrayAttr())
                    .getResult();
  }
  SmallVector<Value> inputs = {op.getInputs()[0], positions}, sources, dests;
  for (auto [held, input] : llvm::zip_equal(op.getOutputs(), inputs)) {
    SmallVector<Value> competing = {held, input};
    sources.push_back(tensor::ConcatOp::create(rewriter, loc, axis, competing));
    dests.push_back(createEmpty(rewriter, loc, getType(held)));
  }
  auto sort = linalg_ext::SortOp::create(rewriter, loc, op.getResultTypes(),
                                         sources, dests, axis);
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Type value = valuesType.getElementType(), position = rewriter.getI32Type();
    Block *body = createBody(rewriter, sort.getComparator(), loc,
                             {value, value, position, position});
    auto isBefore = [&](unsigned a, unsigned b) {
      return createBefore(rewriter, loc, op.getRegion().front(),
                          {body->getArgument(a), body->getArgument(b)});
    };
    Value isFirst = isBefore(0, 1), isSecond = isBefore(1, 0);
    Value isLower =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::slt,
                              body->getArgument(2), body->getArgument(3));
    Value no = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
    Value ofEqual =
        arith::SelectOp::create(rewriter, loc, isSecond, no, isLower);
    linalg_ext::YieldOp::create(
        rewriter, loc,
        arith::OrIOp::create(rewriter, loc, isFirst, ofEqual).getResult());
  }
  rewriter.replaceOp(op, sort->getResults());
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class ImportTMTensor
    : public dtensor::impl::ImportTMTensorBase<ImportTMTensor> {
public:
  void runOnOperation() override {
    if (!getContext().getLoadedDialect<TMTensorDialect>())
      return markAllAnalysesPreserved();
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<TMTensorDialect>(op->getDialect()) &&
          !isa<YieldOp>(op))
        ops.push_back(op);
    });
    if (ops.empty())
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops)
      if (failed(importOp(op, rewriter)))
        return signalPassFailure();
  }

private:
  static LogicalResult importOp(Operation *op, RewriterBase &rewriter) {
    markSourceOp(op);
    for (Value operand : op->getOperands())
      if (!getType(operand).hasStaticShape())
        return op->emitOpError("cannot be imported: required static extents, "
                               "found ")
               << operand.getType() << "; export the program with fixed shapes";
    rewriter.setInsertionPoint(op);
    if (auto scan = dyn_cast<ScanOp>(op))
      return importScan(scan, rewriter);
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](ScatterOp scatter) { importScatter(scatter, rewriter); })
        .Case([&](SortOp sort) { importSort(sort, rewriter); })
        .Case([&](TopkOp topk) { importTopk(topk, rewriter); })
        .Case([&](AttentionOp attention) {
          rewriter.replaceOp(attention,
                             decomposeAttention(attention, rewriter));
        });
    return success();
  }
};
} // namespace
