//===- FamilyRegistration.h - One family of ops, one file -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IR_FAMILYREGISTRATION_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IR_FAMILYREGISTRATION_H

#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"

namespace dtensor::stablehlo::detail {

// Each function is defined with its ops, so that no file has to be compiled
// with the models of all ops.
void registerElementwiseOps(StableHLODialect &dialect);
void registerShapeOps(StableHLODialect &dialect);
void registerReductionOps(StableHLODialect &dialect);
void registerControlFlowOps(StableHLODialect &dialect);
void registerContractionOps(StableHLODialect &dialect);
void registerCollectiveOps(StableHLODialect &dialect);
void registerUnsupportedOps(StableHLODialect &dialect);

template <typename... Ops> void registerOps(mlir::Dialect &dialect) {
  (mlir::RegisteredOperationName::insert<Ops>(dialect), ...);
}

} // namespace dtensor::stablehlo::detail

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IR_FAMILYREGISTRATION_H
