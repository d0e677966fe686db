//===- UnsupportedOps.cpp - Ops that are known by name only ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyRegistration.h"

using namespace mlir;
using namespace dtensor::stablehlo;

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/UnsupportedOps.cpp.inc"

void dtensor::stablehlo::detail::registerUnsupportedOps(
    StableHLODialect &dialect) {
  registerOps<
#define GET_OP_LIST
#include "dtensor/Frontend/StableHLO/IR/UnsupportedOps.cpp.inc"
      >(dialect);
}
