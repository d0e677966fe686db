//===- MergeEqualOps.cpp - Common subexpressions --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Normalize/Passes.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/ScopedHashTable.h"

namespace dtensor {
#define GEN_PASS_DEF_MERGEEQUALOPS
#include "dtensor/Normalize/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

/// A hash of all that decides whether ops with regions are equal. Values of the
/// regions have the numbers in which they are met, and other values are
/// themselves.
static llvm::hash_code hashWithRegions(Operation *op) {
  llvm::DenseMap<Value, unsigned> numbers;
  auto number = [&](ValueRange values) {
    for (Value value : values)
      numbers.try_emplace(value, numbers.size());
  };
  llvm::hash_code code = 0;
  op->walk<WalkOrder::PreOrder>([&](Operation *nested) {
    for (Region &region : nested->getRegions())
      for (Block &block : region)
        number(block.getArguments());
    number(nested->getResults());
    code =
        llvm::hash_combine(code, OperationEquivalence::computeHash(
                                     nested,
                                     [&](Value operand) {
                                       auto it = numbers.find(operand);
                                       return it == numbers.end()
                                                  ? hash_value(operand)
                                                  : llvm::hash_code(it->second);
                                     },
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return code;
}

namespace {

/// An op and its hash, which is computed once.
struct HashedOp {
  Operation *op;
  unsigned hash;
};

struct HashedOpInfo {
  static HashedOp getEmptyKey() {
    return {llvm::DenseMapInfo<Operation *>::getEmptyKey(), 0};
  }
  static HashedOp getTombstoneKey() {
    return {llvm::DenseMapInfo<Operation *>::getTombstoneKey(), 0};
  }
  static unsigned getHashValue(HashedOp key) { return key.hash; }
  static bool isMarker(Operation *op) {
    return op == getEmptyKey().op || op == getTombstoneKey().op;
  }
  static bool isEqual(HashedOp first, HashedOp second) {
    if (first.op == second.op)
      return true;
    return first.hash == second.hash && !isMarker(first.op) &&
           !isMarker(second.op) &&
           OperationEquivalence::isEquivalentTo(
               first.op, second.op, OperationEquivalence::IgnoreLocations);
  }
};

using KnownOps = llvm::ScopedHashTable<HashedOp, Operation *, HashedOpInfo>;

struct MergeEqualOps : dtensor::impl::MergeEqualOpsBase<MergeEqualOps> {
  void runOnOperation() override {
    KnownOps known;
    bool changed = false;
    for (Region &region : getOperation()->getRegions())
      changed |= merge(region, known);
    if (!changed)
      markAllAnalysesPreserved();
  }

  /// Merges the ops of `region` with those that `known` has or gets.
  static bool merge(Region &region, KnownOps &known);
  static bool merge(Operation &op, KnownOps &known);
};

} // namespace

/// Whether two equal ones can be one.
static bool isMergeable(Operation &op) {
  return op.getNumResults() > 0 && isMemoryEffectFree(&op) &&
         llvm::all_of(op.getRegions(), [](Region &region) {
           return region.empty() || region.hasOneBlock();
         });
}

bool MergeEqualOps::merge(Operation &op, KnownOps &known) {
  if (isOpTriviallyDead(&op)) {
    op.erase();
    return true;
  }
  bool changed = false;
  bool isClosed = op.hasTrait<OpTrait::IsIsolatedFromAbove>();
  for (Region &region : op.getRegions()) {
    KnownOps own;
    changed |= merge(region, isClosed ? own : known);
  }
  if (op.hasTrait<OpTrait::IsTerminator>() || !isMergeable(op))
    return changed;
  llvm::hash_code hash = op.getNumRegions() > 0
                             ? hashWithRegions(&op)
                             : OperationEquivalence::computeHash(
                                   &op, OperationEquivalence::directHashValue,
                                   OperationEquivalence::ignoreHashValue,
                                   OperationEquivalence::IgnoreLocations);
  HashedOp key{&op, static_cast<unsigned>(hash)};
  Operation *first = known.lookup(key);
  if (!first) {
    known.insert(key, &op);
    return changed;
  }
  op.replaceAllUsesWith(first);
  op.erase();
  return true;
}

bool MergeEqualOps::merge(Region &region, KnownOps &known) {
  bool changed = false;
  // No block sees the ops of another one, which may not have run.
  for (Block &block : region) {
    KnownOps::ScopeTy scope(known);
    for (Operation &op : llvm::make_early_inc_range(block))
      changed |= merge(op, known);
  }
  return changed;
}
