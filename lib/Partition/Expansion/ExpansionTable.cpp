//===- ExpansionTable.cpp - The expansions of ops -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpansionTable.h"

using namespace mlir;
using namespace dtensor;

#include "dtensor/Partition/ExpansionInterface.cpp.inc"

ExpansionTable::ExpansionTable() {
  addCommExpansions(*this);
  addControlFlowExpansions(*this);
  addLinalgExtFactoryExpansions(*this);
  addLinalgExtFoldExpansions(*this);
  addLinalgExtIndexingExpansions(*this);
  addLinalgExtMovementExpansions(*this);
  addRelayoutExpansions(*this);
  addReshapeExpansions(*this);
  addSliceExpansions(*this);
  addStructuredExpansions(*this);
  addTensorExpansions(*this);
}

ExpansionTable::Function ExpansionTable::lookup(Operation *op) const {
  if (Function own = functions.lookup(op->getName().getTypeID()))
    return own;
  if (isa<ExpansionInterface>(op))
    return [](Expander &expander, Operation *op, const ExpansionSite &site) {
      return cast<ExpansionInterface>(op).expand(expander, site);
    };
  for (auto [hasInterface, expand] : ofInterfaces)
    if (hasInterface(op))
      return expand;
  return nullptr;
}
