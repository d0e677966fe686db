//===- OutlineLayers.cpp - A function for each kind of layer --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerPart.h"
#include "dtensor/Codegen/Outlining/Passes.h"
#include "dtensor/Layout/Repetitions.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace dtensor {
#define GEN_PASS_DEF_OUTLINELAYERS
#include "dtensor/Codegen/Outlining/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// The largest depth of layers within layers, such as heads of attention.
static constexpr unsigned kMaxDepth = 3;

namespace {
/// Layers with the same keys, which are compared one by one.
using KnownLayers = llvm::DenseMap<uint64_t, SmallVector<KnownLayer, 1>>;

/// Finds the layers in the blocks of one function.
class LayerOutliner {
public:
  LayerOutliner(func::FuncOp function, unsigned minOps, SymbolTable &symbols,
                KnownLayers &known)
      : function(function), minOps(minOps), symbols(symbols), known(known),
        copied(function), converter(function.getContext()) {}

  /// Outlines layers, and returns whether there were any.
  bool run();

private:
  /// The ops of a block that are not copied.
  struct Sequence {
    SmallVector<Operation *> ops;
    SmallVector<uint64_t> keys;
    /// The sizes, without ops that compute places.
    SmallVector<unsigned> sizes;
    /// Whether no space on the stack is used both before the op and after it.
    SmallVector<bool> isStart;
  };

  Sequence read(Block &block);
  llvm::hash_code hash(Value value);
  unsigned count(Value value);
  /// A hash of an op and its contents, without places and locations.
  llvm::hash_code hash(Operation *op);
  void collectPlaces(Operation *op, llvm::DenseSet<Value> &places);
  bool isWorthwhile(ArrayRef<Operation *> layer, uint64_t size);
  bool outlineAll(const Sequence &sequence, Repetition repetition);
  void outline(ArrayRef<Operation *> layer, uint64_t key);

  func::FuncOp function;
  unsigned minOps;
  SymbolTable &symbols;
  KnownLayers &known;
  CopiedOps copied;
  LLVMTypeConverter converter;
  llvm::DenseMap<Value, llvm::hash_code> hashes;
  /// Ops that calls have replaced, outside of all blocks. The ops in them may
  /// still be in `copied`.
  SmallVector<Operation *> replaced;
};
} // namespace

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// The copied op that computes `value` in a layer's function too; null if the
/// value is passed to the function.
static Operation *getCopied(const CopiedOps &copied, Value value) {
  Operation *op = value.getDefiningOp();
  return op && copied.contains(op) && !isPlace(value) ? op : nullptr;
}

llvm::hash_code LayerOutliner::hash(Value value) {
  Operation *op = getCopied(copied, value);
  if (!op)
    return hash_value(value.getType());
  if (auto it = hashes.find(value); it != hashes.end())
    return it->second;
  llvm::hash_code code = OperationEquivalence::computeHash(
      op, [&](Value operand) { return hash(operand); },
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
  hashes.try_emplace(value, code);
  return code;
}

llvm::hash_code LayerOutliner::hash(Operation *op) {
  llvm::hash_code code = 0;
  op->walk([&](Operation *nested) {
    code = llvm::hash_combine(
        code, OperationEquivalence::computeHash(
                  nested, [&](Value operand) { return hash(operand); },
                  OperationEquivalence::ignoreHashValue,
                  OperationEquivalence::IgnoreLocations));
  });
  return code;
}

unsigned LayerOutliner::count(Value value) {
  Operation *op = getCopied(copied, value);
  unsigned sum = op ? 1 : 0;
  if (op)
    for (Value operand : op->getOperands())
      sum += count(operand);
  return sum;
}

void LayerOutliner::collectPlaces(Operation *op,
                                  llvm::DenseSet<Value> &places) {
  for (Value operand : op->getOperands()) {
    if (isPlace(operand))
      places.insert(operand);
    else if (Operation *source = getCopied(copied, operand))
      collectPlaces(source, places);
  }
}

LayerOutliner::Sequence LayerOutliner::read(Block &block) {
  Sequence sequence;
  llvm::DenseSet<Operation *> openSpaces;
  for (Operation &op : block) {
    if (copied.contains(&op))
      continue;
    sequence.ops.push_back(&op);
    sequence.isStart.push_back(openSpaces.empty());
    // A terminator stays in its function, and so does memory that is freed at
    // the end of it. They are equal to no other op.
    bool stays = op.hasTrait<OpTrait::IsTerminator>() ||
                 isa<LLVM::AllocaOp, memref::AllocaOp>(op);
    sequence.keys.push_back(stays ? reinterpret_cast<uintptr_t>(&op)
                                  : uint64_t(hash(&op)));
    unsigned size = 0;
    op.walk([&](Operation *nested) {
      ++size;
      for (Value operand : nested->getOperands())
        size += count(operand);
    });
    sequence.sizes.push_back(size);
    copied.forEachSpace(&op, [&](Operation *space, bool isLast) {
      if (isLast)
        openSpaces.erase(space);
      else
        openSpaces.insert(space);
    });
  }
  return sequence;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void LayerOutliner::outline(ArrayRef<Operation *> layer, uint64_t key) {
  LayerPart part(layer, copied, converter);
  SmallVector<KnownLayer, 1> &candidates = known[key];
  if (llvm::any_of(candidates, [&](const KnownLayer &candidate) {
        return part.replaceBy(candidate);
      })) {
    for (Operation *op : layer)
      op->remove();
    llvm::append_range(replaced, layer);
    return;
  }
  func::CallOp call;
  KnownLayer outlined =
      part.outline((function.getSymName() + "__layer").str(), call);
  symbols.insert(outlined.function, function->getIterator());
  call.setCallee(outlined.function.getSymName());
  candidates.push_back(std::move(outlined));
}

/// The smallest number of ops in the function for each place. A call has an
/// argument for each place, so with fewer ops there is little to gain.
static constexpr unsigned kMinOpsPerPlace = 2;

bool LayerOutliner::isWorthwhile(ArrayRef<Operation *> layer, uint64_t size) {
  llvm::DenseSet<Value> places;
  for (Operation *op : layer)
    op->walk([&](Operation *nested) { collectPlaces(nested, places); });
  return size >= kMinOpsPerPlace * places.size();
}

bool LayerOutliner::outlineAll(const Sequence &sequence,
                               Repetition repetition) {
  auto [begin, length, count] = repetition;
  size_t end = begin + length * count;
  while (begin + 2 * length <= end && !sequence.isStart[begin])
    ++begin;
  bool found = false;
  for (; begin + length <= end; begin += length) {
    auto layer = ArrayRef(sequence.ops).slice(begin, length);
    auto keys = ArrayRef(sequence.keys).slice(begin, length);
    uint64_t size = 0;
    for (unsigned each : ArrayRef(sequence.sizes).slice(begin, length))
      size += each;
    // Only the first layer has to be checked, since the others are equal to it.
    if (!found && !isWorthwhile(layer, size))
      return false;
    if (!sequence.isStart[begin] || !sequence.isStart[begin + length])
      continue;
    outline(layer, llvm::hash_combine_range(keys));
    found = true;
  }
  return found;
}

bool LayerOutliner::run() {
  SmallVector<Block *> blocks;
  function.walk([&](Block *block) {
    if (!isVectorLoop(*block))
      blocks.push_back(block);
  });
  bool found = false;
  for (Block *block : blocks) {
    Sequence sequence = read(*block);
    for (Repetition repetition :
         findRepetitions(sequence.keys, sequence.sizes, minOps))
      found |= outlineAll(sequence, repetition);
    copied.dropUnused(*block);
  }
  copied.eraseUnused();
  for (Operation *op : replaced)
    op->destroy();
  return found;
}

namespace {
struct OutlineLayers : dtensor::impl::OutlineLayersBase<OutlineLayers> {
  using OutlineLayersBase::OutlineLayersBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    KnownLayers known;
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      for (unsigned depth = 0; depth < kMaxDepth; ++depth)
        if (function.isDeclaration() ||
            !LayerOutliner(function, minOps, symbols, known).run())
          break;
  }
};
} // namespace
