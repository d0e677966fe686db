//===- HeldBytes.cpp - When values hold memory ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeldBytes.h"
#include "dtensor/Analysis/TensorBytes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

using Use = HeldBytes::Use;

/// The value in whose memory `value` lies.
static Value getRoot(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp, tensor::CastOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

HeldBytes::HeldBytes(func::FuncOp entry) : entry(entry) {
  number(entry);
  SmallVector<Value> all;
  entry->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::append_range(all, op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(all, block.getArguments());
  });
  for (Value value : all) {
    if (!isa<RankedTensorType>(value.getType()))
      continue;
    Value root = getRoot(value);
    Operation *maker = root.getDefiningOp();
    if (!maker)
      maker = root.getParentBlock()->getParentOp();
    auto [known, isNew] = uses.try_emplace(root);
    Use &use = known->second;
    if (isNew) {
      use = {times.at(maker).first, times.at(maker).first + 1,
             getMaxBytes(root)};
      values.push_back(root);
    }
    if (maker == entry)
      use.end = now;
    // A loop reads a value from before it until it ends.
    for (Operation *user : value.getUsers())
      if (Operation *around =
              root.getParentBlock()->findAncestorOpInBlock(*user))
        use.end = std::max(use.end, times.at(around).second + 1);
  }
}

void HeldBytes::number(Operation *op) {
  int64_t begin = now++;
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps())
      number(&nested);
  times[op] = {begin, now++};
}

void HeldBytes::add(Value value, unsigned node, unsigned part) {
  added[node][part].push_back(uses.lookup(value));
}

/// All uses as one.
static Use join(ArrayRef<Use> uses) {
  Use joined{INT64_MAX, 0, 0};
  std::map<int64_t, int64_t> changes;
  for (const Use &use : uses) {
    joined.begin = std::min(joined.begin, use.begin);
    joined.end = std::max(joined.end, use.end);
    changes[use.begin] += use.bytes;
    changes[use.end] -= use.bytes;
  }
  int64_t bytes = 0;
  for (auto [moment, change] : changes) {
    bytes += change;
    joined.bytes = std::max(joined.bytes, bytes);
  }
  return joined;
}

std::map<unsigned, Use> HeldBytes::finish() const {
  std::map<unsigned, Use> result;
  for (const auto &[node, parts] : added) {
    std::vector<Use> all, ofParts;
    int64_t most = 0;
    for (const auto &[part, uses] : parts) {
      llvm::append_range(all, uses);
      ofParts.push_back(join(uses));
      most = std::max(most, ofParts.back().bytes);
    }
    Use whole = join(all);
    bool takesTurns = parts.size() > 1 && whole.bytes < 2 * most;
    result[node] = takesTurns ? ofParts[ofParts.size() / 2] : whole;
  }
  return result;
}
