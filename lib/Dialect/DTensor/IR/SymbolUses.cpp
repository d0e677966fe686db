//===- SymbolUses.cpp - Counts the uses of symbols ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/SymbolUses.h"

using namespace mlir;
using namespace dtensor;

/// The attributes of `op` that may name symbols. Most ops have none, and
/// listing those that are properties takes time.
static DictionaryAttr getAttrs(Operation *op) {
  bool hasInherent = !op->isRegistered() ||
                     !op->getRegisteredInfo()->getAttributeNames().empty();
  return hasInherent ? op->getAttrDictionary()
                     : op->getDiscardableAttrDictionary();
}

void SymbolUses::add(Operation *root, int sign) {
  root->walk([&](Operation *op) {
    for (NamedAttribute attr : getAttrs(op)) {
      auto [known, isNew] = names.try_emplace(attr.getValue());
      if (isNew)
        attr.getValue().walk<WalkOrder::PreOrder>([&](SymbolRefAttr name) {
          known->second.push_back(name.getRootReference());
          // The parts of a reference are references as well.
          return WalkResult::skip();
        });
      for (Attribute name : known->second)
        counts[name] += sign;
    }
  });
}

int64_t SymbolUses::count(Operation *symbol) const {
  return counts.lookup(SymbolTable::getSymbolName(symbol));
}

void SymbolUses::eraseUnused(ArrayRef<Operation *> symbols) {
  SmallVector<Operation *> left(symbols);
  for (bool changed = true; changed;) {
    changed = false;
    llvm::erase_if(left, [&](Operation *symbol) {
      if (!isUnused(symbol))
        return false;
      add(symbol, -1);
      symbol->erase();
      return changed = true;
    });
  }
}
