//===- MaskTables.cpp - Tables that LLVM reads wrongly --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

static bool isMaskTable(const Constant &constant) {
  auto *table = dyn_cast<ConstantDataArray>(&constant);
  if (!table || !table->getElementType()->isIntegerTy() ||
      table->getNumElements() > table->getElementByteSize() * 8)
    return false;
  return all_of(seq<unsigned>(table->getNumElements()), [&](unsigned i) {
    return table->getElementAsInteger(i) == maskTrailingOnes<uint64_t>(i);
  });
}

void dtensor::hideMaskTables(Module &module) {
  for (GlobalVariable &table : make_early_inc_range(module.globals())) {
    if (!table.isConstant() || !table.hasInitializer())
      continue;
    Constant *array = table.getInitializer();
    if (!isMaskTable(*array))
      continue;
    Constant *hidden = ConstantStruct::getAnon({array});
    auto *replacement =
        new GlobalVariable(module, hidden->getType(), /*isConstant=*/true,
                           table.getLinkage(), hidden, "", &table,
                           table.getThreadLocalMode(), table.getAddressSpace());
    replacement->copyAttributesFrom(&table);
    replacement->takeName(&table);
    table.replaceAllUsesWith(replacement);
    table.eraseFromParent();
  }
}
