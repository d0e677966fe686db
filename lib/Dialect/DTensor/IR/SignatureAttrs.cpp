//===- SignatureAttrs.cpp - Attributes of arguments and results -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"

using namespace mlir;
using namespace dtensor;

SignatureAttrs::SignatureAttrs(FunctionOpInterface function)
    : function(function) {
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    arguments.emplace_back(function.getArgAttrs(i));
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    results.emplace_back(function.getResultAttrs(i));
}

void SignatureAttrs::write() {
  auto toDictionaries = [&](ArrayRef<NamedAttrList> lists) {
    return llvm::map_to_vector(lists, [&](const NamedAttrList &list) {
      return list.getDictionary(function->getContext());
    });
  };
  function.setAllArgAttrs(toDictionaries(arguments));
  function.setAllResultAttrs(toDictionaries(results));
}
