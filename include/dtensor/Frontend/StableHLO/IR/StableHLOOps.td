//===- StableHLOOps.td - All ops of StableHLO -------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLOOPS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLOOPS_TD

// The families are compiled one by one; together they make the documentation.
include "dtensor/Frontend/StableHLO/IR/CollectiveOps.td"
include "dtensor/Frontend/StableHLO/IR/ContractionOps.td"
include "dtensor/Frontend/StableHLO/IR/ControlFlowOps.td"
include "dtensor/Frontend/StableHLO/IR/ElementwiseOps.td"
include "dtensor/Frontend/StableHLO/IR/ReductionOps.td"
include "dtensor/Frontend/StableHLO/IR/ShapeOps.td"
include "dtensor/Frontend/StableHLO/IR/UnsupportedOps.td"

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLOOPS_TD
