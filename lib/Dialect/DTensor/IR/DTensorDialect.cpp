//===- DTensorDialect.cpp - The global view -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/DTensor.h"

using namespace mlir;
using namespace dtensor;

#include "dtensor/Dialect/DTensor/IR/DTensorDialect.cpp.inc"

void DTensorDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "dtensor/Dialect/DTensor/IR/DTensorOps.cpp.inc"
      >();
}
