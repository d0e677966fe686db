//===- AddResults.cpp - More results for an entry function ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/AddResults.h"

using namespace mlir;

void dtensor::addResults(func::FuncOp entry, ArrayRef<Value> values) {
  Operation *terminator = entry.getBody().front().getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), values);
  SmallVector<DictionaryAttr> results;
  for (unsigned index = 0; index < entry.getNumResults(); ++index)
    results.push_back(
        DictionaryAttr::get(entry.getContext(), entry.getResultAttrs(index)));
  results.resize(results.size() + values.size(),
                 DictionaryAttr::get(entry.getContext()));
  entry.setType(FunctionType::get(entry.getContext(), entry.getArgumentTypes(),
                                  terminator->getOperandTypes()));
  entry.setAllResultAttrs(results);
}
