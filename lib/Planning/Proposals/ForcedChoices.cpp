//===- ForcedChoices.cpp - Other layouts at an op -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForcedChoices.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"

using namespace mlir;
using namespace dtensor;

static unsigned countUsed(const OpLayouts &layouts) {
  llvm::SmallDenseSet<unsigned> used;
  for (const Layout &layout : layouts.operands)
    for (const DimList &dims : layout.getAxes())
      used.insert(dims.begin(), dims.end());
  return used.size();
}

std::vector<Change> dtensor::makeForces(Operation *op,
                                        std::vector<Alternative> alternatives,
                                        const Mesh &mesh) {
  std::vector<Change> changes;
  unsigned used = countUsed(alternatives.front().layouts);
  for (Alternative &other : llvm::drop_begin(alternatives)) {
    if (countUsed(other.layouts) < used)
      continue;
    std::string description = getSourceOp(op).str() + " from ";
    llvm::raw_string_ostream os(description);
    llvm::interleaveComma(
        other.layouts.operands, os,
        [&](const Layout &layout) { os << "[" << layout.str(mesh) << "]"; });
    changes.push_back({[op, layouts = std::move(other.layouts)](Edit &edit) {
                         edit.force(op, layouts);
                       },
                       std::move(description), op->getLoc(), bit(Rule::Known)});
  }
  return changes;
}
