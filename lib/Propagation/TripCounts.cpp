//===- TripCounts.cpp - How often a block is run --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Propagation/TripCounts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dtensor;

/// The assumed number of iterations of a loop with an unknown trip count.
static constexpr double kUnknownTripCount = 8;

static double getOwnCount(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    std::optional<APInt> count = loop.getStaticTripCount();
    return count ? double(count->getZExtValue()) : kUnknownTripCount;
  }
  return isa<LoopLikeOpInterface>(op) ? kUnknownTripCount : 1;
}

TripCounts::TripCounts(const LayoutGraph &graph) {
  for (const Site &site : graph.getSites())
    if (auto call = dyn_cast<func::CallOp>(site.op))
      callOf.try_emplace(call.getCallee(), call);
}

double TripCounts::get(Block *block) {
  auto [known, isNew] = countOf.try_emplace(block, 1);
  if (!isNew)
    return known->second;
  double count = 1;
  Operation *parent = block->getParentOp();
  if (auto function = dyn_cast<func::FuncOp>(parent)) {
    if (func::CallOp call = callOf.lookup(function.getName()))
      count = get(call);
  } else if (parent->getBlock()) {
    count = get(parent) * getOwnCount(parent);
  }
  countOf[block] = count;
  return count;
}
