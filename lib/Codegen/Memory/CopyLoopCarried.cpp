//===- CopyLoopCarried.cpp - One buffer per carried tensor ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopInit.h"
#include "SharedMemory.h"
#include "dtensor/Codegen/Memory/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace dtensor {
#define GEN_PASS_DEF_COPYLOOPCARRIED
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

/// Follows the destinations of `value` back to the tensor that they started
/// from.
static Value getWrittenTensor(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    if (auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
      value = op.getTiedOpOperand(result)->get();
    else if (Value init = dtensor::getLoopInit(result))
      value = init;
    else
      break;
  }
  return value;
}

/// Whether a loop that `value` comes from reads `carrier`, so that the loop
/// cannot write into it.
static bool isReadByWriter(Value value, BlockArgument carrier) {
  while (auto result = dyn_cast<OpResult>(value)) {
    if (auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner())) {
      value = op.getTiedOpOperand(result)->get();
      continue;
    }
    Value init = dtensor::getLoopInit(result);
    if (!init)
      return false;
    if (llvm::any_of(carrier.getUsers(), [&](Operation *user) {
          return result.getOwner()->isProperAncestor(user);
        }))
      return true;
    value = init;
  }
  return false;
}

/// Whether `value` certainly has the extents of `carrier`.
static bool haveSameExtents(Value value, BlockArgument carrier) {
  auto type = cast<RankedTensorType>(carrier.getType());
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis)) {
      FailureOr<bool> equal =
          ValueBoundsConstraintSet::areEqual({value, axis}, {carrier, axis});
      if (failed(equal) || !*equal)
        return false;
    }
  return true;
}

/// `value` in the buffer of `carrier`. If extents change at run time, it gets a
/// buffer of its own instead.
static Value moveToCarrier(OpBuilder &builder, Location loc, Value value,
                           BlockArgument carrier) {
  auto type = cast<RankedTensorType>(carrier.getType());
  bool isCopied =
      isReadByWriter(value, carrier) || dtensor::mayLieIn(value, {carrier});
  auto materialize = [&](OpBuilder &nested) -> Value {
    // The elimination of empty tensors must not see this write. A tensor that
    // comes from a branch may also not be in place, which would be a conflict.
    if (isCopied)
      return linalg::CopyOp::create(nested, loc, value, Value(carrier))
          .getResult(0);
    return bufferization::MaterializeInDestinationOp::create(nested, loc, type,
                                                             value, carrier)
        .getResult();
  };
  if (haveSameExtents(value, carrier))
    return materialize(builder);
  Value same;
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    if (!type.isDynamicDim(axis))
      continue;
    Value equal = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq,
        tensor::DimOp::create(builder, loc, value, axis),
        tensor::DimOp::create(builder, loc, carrier, axis));
    same = same ? arith::AndIOp::create(builder, loc, same, equal) : equal;
  }
  auto branch = scf::IfOp::create(
      builder, loc, same,
      [&](OpBuilder &nested, Location) {
        scf::YieldOp::create(nested, loc, materialize(nested));
      },
      [&](OpBuilder &nested, Location) {
        Value own = bufferization::AllocTensorOp::create(
            nested, loc, type, /*dynamicSizes=*/ValueRange(), /*copy=*/value);
        scf::YieldOp::create(nested, loc, own);
      });
  return branch.getResult(0);
}

/// Makes each of `operands` of a terminator end in the buffer of the block
/// argument of `carriers` at the same position.
static void moveToCarriers(Operation *terminator,
                           MutableArrayRef<OpOperand> operands,
                           Block::BlockArgListType carriers) {
  OpBuilder builder(terminator);
  Location loc = terminator->getLoc();
  SmallVector<std::pair<OpOperand *, BlockArgument>> moves;
  for (auto [operand, carrier] : llvm::zip(operands, carriers))
    if (isa<RankedTensorType>(carrier.getType()) &&
        getWrittenTensor(operand.get()) != carrier)
      moves.emplace_back(&operand, carrier);
  // Carriers may be exchanged, so a carrier that is overwritten before it is
  // read is copied.
  DenseSet<Value> overwritten;
  for (auto [operand, carrier] : moves) {
    if (dtensor::mayLieIn(operand->get(), overwritten))
      operand->set(bufferization::AllocTensorOp::create(
          builder, loc, cast<RankedTensorType>(carrier.getType()),
          /*dynamicSizes=*/ValueRange(), /*copy=*/operand->get()));
    overwritten.insert(carrier);
  }
  for (auto [operand, carrier] : moves)
    operand->set(moveToCarrier(builder, loc, operand->get(), carrier));
}

namespace {

/// The regions of a `scf.while` may carry different values, in any order.
/// Bufferization keeps a buffer only if it is at the same position in both.
class WhileCarriers {
public:
  explicit WhileCarriers(scf::WhileOp loop) : loop(loop) {}

  void carry();

private:
  static constexpr unsigned kNone = ~0u;

  bool isAligned() const;
  void match();
  void align();

  scf::WhileOp loop;
  /// For each argument of the second region, the argument of the first one in
  /// whose buffer it arrives; and the inverse map.
  SmallVector<unsigned> carrierOf, carriedAs;
};

} // namespace

/// Finds carriers among the first region's arguments: the one in whose buffer
/// the value already is, or else an argument of its type that the second region
/// does not receive.
void WhileCarriers::match() {
  ValueRange passed = loop.getConditionOp().getArgs();
  Block::BlockArgListType arguments = loop.getBeforeArguments();
  carrierOf.assign(passed.size(), kNone);
  carriedAs.assign(arguments.size(), kNone);
  auto pair = [&](unsigned after, unsigned before) {
    if (carrierOf[after] != kNone || carriedAs[before] != kNone ||
        passed[after].getType() != arguments[before].getType())
      return;
    carrierOf[after] = before;
    carriedAs[before] = after;
  };
  for (auto [index, value] : llvm::enumerate(passed))
    if (auto argument = dyn_cast<BlockArgument>(getWrittenTensor(value)))
      if (argument.getOwner() == loop.getBeforeBody())
        pair(index, argument.getArgNumber());
  for (unsigned index = 0; index < std::min(passed.size(), arguments.size());
       ++index)
    pair(index, index);
  for (unsigned after = 0; after < passed.size(); ++after)
    for (unsigned before = 0; before < arguments.size(); ++before)
      pair(after, before);
}

bool WhileCarriers::isAligned() const {
  return carrierOf.size() == carriedAs.size() &&
         llvm::equal(carrierOf, llvm::seq<unsigned>(carrierOf.size()));
}

/// Makes every carried value arrive at the position of its carrier. Values that
/// the second region does not receive are passed through. A tensor that only
/// the second region receives has a buffer that it passes back.
void WhileCarriers::align() {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  SmallVector<Value> inits = llvm::to_vector(loop.getInits());
  for (auto [after, type] : llvm::enumerate(loop.getResultTypes())) {
    // The size of a tensor with dynamic extents is not known.
    auto shaped = dyn_cast<RankedTensorType>(type);
    if (carrierOf[after] != kNone || !shaped || !shaped.hasStaticShape())
      continue;
    carrierOf[after] = carriedAs.size();
    carriedAs.push_back(after);
    inits.push_back(tensor::EmptyOp::create(builder, loc, shaped.getShape(),
                                            shaped.getElementType()));
  }
  unsigned numCarriers = carriedAs.size();
  unsigned numPlaces = numCarriers;
  for (unsigned &place : carrierOf)
    if (place == kNone)
      place = numPlaces++;

  for (Value init : ArrayRef(inits).drop_front(loop.getInits().size()))
    loop.getBeforeBody()->addArgument(init.getType(), loc);
  scf::ConditionOp condition = loop.getConditionOp();
  SmallVector<Value> passed(numPlaces);
  for (unsigned place = 0; place < numCarriers; ++place)
    passed[place] = loop.getBeforeArguments()[place];
  for (auto [value, place] : llvm::zip(condition.getArgs(), carrierOf))
    passed[place] = value;
  condition.getArgsMutable().assign(passed);

  Block *after = loop.getAfterBody();
  unsigned numOld = after->getNumArguments();
  for (Value value : passed)
    after->addArgument(value.getType(), loc);
  for (auto [index, place] : llvm::enumerate(carrierOf))
    after->getArgument(index).replaceAllUsesWith(
        after->getArgument(numOld + place));
  after->eraseArguments(0, numOld);
  scf::YieldOp yield = loop.getYieldOp();
  for (unsigned place = yield.getNumOperands(); place < numCarriers; ++place)
    yield.getResultsMutable().append(after->getArgument(place));

  auto aligned = scf::WhileOp::create(
      builder, loc, ValueRange(passed).getTypes(), inits, nullptr, nullptr);
  aligned->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  aligned.getBefore().takeBody(loop.getBefore());
  aligned.getAfter().takeBody(loop.getAfter());
  for (auto [result, place] : llvm::zip(loop.getResults(), carrierOf))
    result.replaceAllUsesWith(aligned.getResult(place));
  loop.erase();
  loop = aligned;
}

void WhileCarriers::carry() {
  match();
  if (!isAligned())
    align();
  // The condition's first operand decides whether to continue.
  scf::ConditionOp condition = loop.getConditionOp();
  moveToCarriers(condition, condition->getOpOperands().drop_front(),
                 loop.getBeforeArguments());
  scf::YieldOp yield = loop.getYieldOp();
  moveToCarriers(yield, yield->getOpOperands(), loop.getAfterArguments());
}

namespace {

struct CopyLoopCarried : dtensor::impl::CopyLoopCarriedBase<CopyLoopCarried> {
  void runOnOperation() override {
    // Inner loops come first, since outer ones depend on the places that they
    // write to.
    SmallVector<scf::WhileOp> loops;
    getOperation().walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    for (scf::WhileOp loop : loops)
      WhileCarriers(loop).carry();
    getOperation().walk([](scf::ForOp loop) {
      Operation *yield = loop.getBody()->getTerminator();
      moveToCarriers(yield, yield->getOpOperands(), loop.getRegionIterArgs());
    });
  }
};

} // namespace
