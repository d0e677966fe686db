//===- ImportReductions.cpp - Reductions over groups of devices -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveImporter.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor;

/// The combiner of two elements in `body`, if a value can be partial with it.
static std::optional<Combiner> getCombiner(Region &body) {
  Block &block = body.front();
  if (!llvm::hasNItems(block, 2) ||
      !llvm::equal(block.back().getOperands(), block.front().getResults()) ||
      block.front().getNumOperands() != 2 ||
      !(llvm::equal(block.front().getOperands(), block.getArguments()) ||
        llvm::equal(block.front().getOperands(),
                    llvm::reverse(block.getArguments()))))
    return std::nullopt;
  Type element = getElementTypeOrSelf(block.front().getResult(0).getType());
  bool isFloat = isa<FloatType>(element), isBool = element.isInteger(1);
  bool isUnsigned = element.isUnsignedInteger();
  using Result = std::optional<Combiner>;
  return llvm::TypeSwitch<Operation *, Result>(&block.front())
      .Case([&](stablehlo::AddOp) {
        return isBool ? Combiner::Or : Combiner::Add;
      })
      .Case([&](stablehlo::MulOp) {
        return isBool ? Combiner::And : Combiner::Mul;
      })
      .Case([](stablehlo::AndOp) { return Combiner::And; })
      .Case([](stablehlo::OrOp) { return Combiner::Or; })
      .Case([](stablehlo::XorOp) { return Combiner::Xor; })
      .Case([&](stablehlo::MaxOp) -> Result {
        if (isa<ComplexType>(element))
          return std::nullopt;
        return isFloat      ? Combiner::Maximum
               : isBool     ? Combiner::Or
               : isUnsigned ? Combiner::MaxUnsigned
                            : Combiner::MaxSigned;
      })
      .Case([&](stablehlo::MinOp) -> Result {
        if (isa<ComplexType>(element))
          return std::nullopt;
        return isFloat      ? Combiner::Minimum
               : isBool     ? Combiner::And
               : isUnsigned ? Combiner::MinUnsigned
                            : Combiner::MinSigned;
      })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

Value CollectiveImporter::reduceAlong(Operation *op, Value source, Type result,
                                      const DimList &dims, Combiner combiner,
                                      std::optional<int64_t> scatterAxis) {
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<PartialDim> partial;
  for (unsigned dim : dims)
    partial.push_back({dim, combiner});
  Layout from(type.getRank()), to(type.getRank());
  from.setPartial(partial);
  if (!scatterAxis)
    return move<comm::AllReduceOp>(op, source, result, from, to,
                                   type.getShape());
  if (free.empty()) {
    to.setAxis(*scatterAxis, dims);
    return move<comm::ReduceScatterOp>(op, source, result, from, to,
                                       type.getShape());
  }
  // Each device along free dimensions has its own part of each member's piece.
  Value pieces = splitAxis(op, source, *scatterAxis, mesh.getGroupSize(dims));
  auto all = cast<RankedTensorType>(pieces.getType());
  SmallVector<int64_t> own(all.getShape());
  own[*scatterAxis] = 1;
  from = Layout(all.getRank());
  from.setPartial(partial);
  to = Layout(all.getRank());
  to.setAxis(*scatterAxis, dims);
  Value piece = move<comm::ReduceScatterOp>(
      op, pieces, RankedTensorType::get(own, all.getElementType()), from, to,
      all.getShape());
  return splitAxis(op, piece, *scatterAxis, 1, /*isJoined=*/true);
}

/// Applies `body`, which is for two elements, to all elements of `a` and `b`.
static FailureOr<Value> combine(IRRewriter &rewriter, Operation *op,
                                Region &body, Value a, Value b) {
  Block &block = body.front();
  ArrayRef<int64_t> shape = cast<RankedTensorType>(a.getType()).getShape();
  IRMapping mapping;
  mapping.map(block.getArguments(), ValueRange{a, b});
  for (Operation &inner : block.without_terminator()) {
    if (!inner.hasTrait<OpTrait::Elementwise>() || inner.getNumRegions())
      return op->emitOpError("over groups that do not go along mesh dimensions "
                             "requires a computation of elementwise ops, "
                             "found ")
             << inner.getName();
    for (Value result : rewriter.clone(inner, mapping)->getResults())
      result.setType(
          RankedTensorType::get(shape, getElementTypeOrSelf(result.getType())));
  }
  return mapping.lookup(block.getTerminator()->getOperand(0));
}

FailureOr<Value> CollectiveImporter::reduceMembers(
    Operation *op, Value source, Region &body, const Groups &groups,
    std::optional<Combiner> combiner, std::optional<int64_t> scatterAxis) {
  if (!groups.areEqual()) {
    if (scatterAxis)
      return requireEqual(op, groups);
    // The missing values must not change the others.
    if (!combiner || *combiner == Combiner::Mul)
      return op->emitOpError("over groups of different sizes requires a "
                             "computation that is add, maximum, minimum, and, "
                             "or or xor of its arguments");
  }
  FailureOr<SmallVector<Value>> members =
      fetchMembers(op, source, groups, scatterAxis,
                   /*first=*/combiner && isIdempotent(*combiner));
  if (failed(members))
    return failure();
  // All members combine in the same order, and get the same result.
  Value result = members->front();
  for (Value member : ArrayRef(*members).drop_front()) {
    FailureOr<Value> both = combine(rewriter, op, body, result, member);
    if (failed(both))
      return failure();
    result = *both;
  }
  return result;
}

FailureOr<Value>
CollectiveImporter::reduceByPieces(Operation *op, Value source, Region &body,
                                   const Groups &groups,
                                   std::optional<Combiner> combiner) {
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(source.getType());
  auto withExtent = [&](int64_t extent) {
    return RankedTensorType::get(extent, type.getElementType());
  };
  int64_t numElements = type.getNumElements();
  int64_t padded = llvm::alignTo(numElements, groups.getSize());
  Value flat = stablehlo::ReshapeOp::create(rewriter, loc,
                                            withExtent(numElements), source);
  if (padded != numElements) {
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value zero =
        stablehlo::ConstantOp::create(rewriter, loc, scalar, getZeros(scalar));
    flat = stablehlo::PadOp::create(
        rewriter, loc, withExtent(padded), flat, zero,
        rewriter.getDenseI64ArrayAttr(0),
        rewriter.getDenseI64ArrayAttr(padded - numElements),
        rewriter.getDenseI64ArrayAttr(0));
  }
  FailureOr<Value> own =
      reduceMembers(op, flat, body, groups, combiner, /*scatterAxis=*/0);
  if (failed(own))
    return failure();
  FailureOr<SmallVector<Value>> pieces = fetchMembers(op, *own, groups);
  if (failed(pieces))
    return failure();
  Value whole = joinMembers(op, *pieces, withExtent(padded), /*axis=*/0);
  if (padded != numElements)
    whole =
        stablehlo::SliceOp::create(rewriter, loc, withExtent(numElements),
                                   whole, rewriter.getDenseI64ArrayAttr(0),
                                   rewriter.getDenseI64ArrayAttr(numElements),
                                   rewriter.getDenseI64ArrayAttr(1));
  return stablehlo::ReshapeOp::create(rewriter, loc, type, whole).getResult();
}

LogicalResult
CollectiveImporter::importReduction(Operation *op, Region &body,
                                    ElementsAttr attribute, Channel channel,
                                    std::optional<int64_t> scatterAxis) {
  FailureOr<Groups> groups = findGroups(op, attribute, channel);
  if (failed(groups))
    return failure();
  std::optional<Combiner> combiner = getCombiner(body);
  SmallVector<Value> results;
  for (auto [source, result] :
       llvm::zip(op->getOperands(), op->getResultTypes())) {
    if (groups->dims && combiner) {
      results.push_back(reduceAlong(op, source, result, *groups->dims,
                                    *combiner, scatterAxis));
      continue;
    }
    // Each member reduces one piece for all, if fewer bytes are received that
    // way.
    int64_t numElements =
        cast<RankedTensorType>(source.getType()).getNumElements();
    bool byPieces = !scatterAxis && free.empty() && groups->areEqual() &&
                    2 * llvm::divideCeil(numElements, groups->getSize()) <
                        static_cast<uint64_t>(numElements);
    FailureOr<Value> reduced =
        byPieces
            ? reduceByPieces(op, source, body, *groups, combiner)
            : reduceMembers(op, source, body, *groups, combiner, scatterAxis);
    if (failed(reduced))
      return failure();
    results.push_back(*reduced);
  }
  rewriter.replaceOp(op, results);
  return success();
}
