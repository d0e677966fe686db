//===- Comm.h - The local view ----------------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_COMM_IR_COMM_H
#define DTENSOR_DIALECT_COMM_IR_COMM_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

#include "dtensor/Dialect/Comm/IR/CommDialect.h.inc"
#include "dtensor/Dialect/Comm/IR/CommInterfaces.h.inc"
#define GET_OP_CLASSES
#include "dtensor/Dialect/Comm/IR/CommOps.h.inc"

#endif // DTENSOR_DIALECT_COMM_IR_COMM_H
