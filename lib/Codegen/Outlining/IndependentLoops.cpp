//===- IndependentLoops.cpp - Loops without dependences -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndependentLoops.h"
#include "BufferRange.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// A part of a buffer from outside of the loop that an iteration reads or
/// writes.
struct Access {
  Value buffer;
  /// The axis along which the iteration has positions of its own.
  std::optional<unsigned> axis;
  bool isWrite = false;
};

/// Collects the accesses of a loop.
class AccessCollector {
public:
  explicit AccessCollector(scf::ForOp loop)
      : loop(loop), step(getConstantIntValue(loop.getStep())) {}

  /// Returns false if something is not known.
  bool run() {
    return step && *step > 0 &&
           !loop->walk([&](Operation *op) {
                  return add(op) ? WalkResult::advance()
                                 : WalkResult::interrupt();
                })
                .wasInterrupted();
  }
  ArrayRef<Access> getAccesses() const { return accesses; }

private:
  bool add(Operation *op);
  /// Finds where `value` lies; `access` has no buffer if it belongs to the
  /// iteration. Returns false if that is not known.
  bool trace(Value value, Access &access);
  bool isVariable(OpFoldResult value) {
    return dyn_cast<Value>(value) == loop.getInductionVar();
  }
  std::optional<unsigned> findOwnAxis(memref::SubViewOp view);
  std::optional<unsigned> findOwnAxis(Operation *op);

  scf::ForOp loop;
  std::optional<int64_t> step;
  SmallVector<Access> accesses;
};

} // namespace

/// The axis along which the view begins at the loop's variable, and ends before
/// that of the next iteration.
std::optional<unsigned> AccessCollector::findOwnAxis(memref::SubViewOp view) {
  SmallVector<OpFoldResult> offsets = view.getMixedOffsets(),
                            sizes = view.getMixedSizes(),
                            strides = view.getMixedStrides();
  for (unsigned axis = 0; axis < offsets.size(); ++axis) {
    std::optional<int64_t> size = getConstantIntValue(sizes[axis]);
    if (isVariable(offsets[axis]) && size && *size <= *step &&
        isConstantIntValue(strides[axis], 1))
      return axis;
  }
  return std::nullopt;
}

/// The same for an op that names elements of the buffer itself.
std::optional<unsigned> AccessCollector::findOwnAxis(Operation *op) {
  OperandRange indices = {nullptr, 0};
  unsigned vectorRank = 0;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    indices = load.getIndices();
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    indices = store.getIndices();
  } else if (auto load = dyn_cast<vector::LoadOp>(op)) {
    indices = load.getIndices();
    vectorRank = load.getVectorType().getRank();
  } else if (auto store = dyn_cast<vector::StoreOp>(op)) {
    indices = store.getIndices();
    vectorRank = store.getVectorType().getRank();
  }
  // A vector has further elements along the last axes.
  for (unsigned axis = 0; axis + vectorRank < indices.size(); ++axis)
    if (isVariable(indices[axis]))
      return axis;
  return std::nullopt;
}

bool AccessCollector::trace(Value value, Access &access) {
  if (loop.isDefinedOutsideOfLoop(value)) {
    access.buffer = value;
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (isa_and_present<memref::ViewOp>(op))
    return true;
  auto view = dyn_cast_if_present<ViewLikeOpInterface>(op);
  // A cast of this kind may leave the part that its source has.
  if (!view || isa<memref::ReinterpretCastOp>(op) ||
      !trace(view.getViewSource(), access))
    return false;
  if (auto part = dyn_cast<memref::SubViewOp>(op);
      part && part.getSource() == access.buffer)
    access.axis = findOwnAxis(part);
  return true;
}

bool AccessCollector::add(Operation *op) {
  if (isa<ViewLikeOpInterface, memref::PrefetchOp>(op) ||
      llvm::none_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
    return true;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return false;
  for (Value operand : op->getOperands()) {
    if (!isa<BaseMemRefType>(operand.getType()))
      continue;
    Access access;
    if (!trace(operand, access))
      return false;
    if (!access.buffer)
      continue;
    if (operand == access.buffer)
      access.axis = findOwnAxis(op);
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffectsOnValue(operand, instances);
    access.isWrite =
        instances.empty() || llvm::any_of(instances, [](auto &instance) {
          return !isa<MemoryEffects::Read>(instance.getEffect());
        });
    accesses.push_back(access);
  }
  return true;
}

bool dtensor::hasIndependentIterations(scf::ForOp loop) {
  AccessCollector collector(loop);
  if (!collector.run())
    return false;
  ArrayRef<Access> accesses = collector.getAccesses();
  return llvm::all_of(accesses, [&](const Access &write) {
    return !write.isWrite || llvm::all_of(accesses, [&](const Access &other) {
      if (write.axis && write.buffer == other.buffer &&
          write.axis == other.axis)
        return true;
      return !mayOverlap(getBufferRange(write.buffer),
                         getBufferRange(other.buffer));
    });
  });
}
