//===- StableHLO.h - Programs of JAX ----------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLO_H
#define DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLO_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dtensor/Frontend/StableHLO/IR/StableHLODialect.h.inc"

#include "dtensor/Frontend/StableHLO/IR/StableHLOEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dtensor/Frontend/StableHLO/IR/StableHLOTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dtensor/Frontend/StableHLO/IR/StableHLOAttrs.h.inc"

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ElementwiseOps.h.inc"

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ShapeOps.h.inc"

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ReductionOps.h.inc"

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ControlFlowOps.h.inc"

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ContractionOps.h.inc"

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/CollectiveOps.h.inc"

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/UnsupportedOps.h.inc"

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLO_H
