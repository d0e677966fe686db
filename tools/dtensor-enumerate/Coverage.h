//===- Coverage.h - Ops with a rule but without a case ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_COVERAGE_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_COVERAGE_H

#include "mlir/IR/BuiltinOps.h"
#include <set>
#include <string>
#include <vector>

namespace dtensor {

/// The ops that the cases contain.
class Coverage {
public:
  void add(mlir::ModuleOp program);
  /// Marks an op that no case can contain.
  void exempt(const std::string &name) { seen.insert(name); }

  /// The names of the registered ops that have a sharding rule and stand in no
  /// program, sorted.
  std::vector<std::string> getMissing(mlir::MLIRContext &context) const;

private:
  std::set<std::string> seen;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_COVERAGE_H
