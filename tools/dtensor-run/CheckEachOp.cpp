//===- CheckEachOp.cpp - Every value of a program as a result -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckEachOp.h"
#include "dtensor/Driver/AddResults.h"

#include "dtensor/Dialect/DTensor/IR/SourceName.h"

using namespace mlir;

namespace dtensor {

std::vector<std::string> returnIntermediateValues(func::FuncOp entry) {
  SmallVector<Value> values;
  std::vector<std::string> descriptions;
  for (Operation &op : entry.getBody().front())
    for (Value result : op.getResults()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      if (!type || !type.hasStaticShape())
        continue;
      values.push_back(result);
      descriptions.push_back(op.getName().getStringRef().str() + " (" +
                             getSourcePosition(op.getLoc()) +
                             "): " + describeValue(result));
    }
  addResults(entry, values);
  return descriptions;
}

std::optional<std::string>
compareIntermediateValues(llvm::ArrayRef<HostTensor> results,
                          llvm::ArrayRef<std::shared_ptr<HostTensor>> expected,
                          llvm::ArrayRef<std::string> descriptions,
                          const Tolerance &tolerance, llvm::StringRef from) {
  for (auto [result, want, description] :
       llvm::zip_equal(results.take_back(descriptions.size()),
                       expected.take_back(descriptions.size()), descriptions))
    if (std::optional<Difference> difference =
            compare(result, *want, tolerance))
      return description + " is the first value that differs from " +
             from.str() + ", " + difference->str();
  return std::nullopt;
}

} // namespace dtensor
