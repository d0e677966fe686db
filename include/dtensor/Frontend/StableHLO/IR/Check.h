//===- Check.h - The check dialect of conformance files ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_CHECK_H
#define DTENSOR_FRONTEND_STABLEHLO_IR_CHECK_H

#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"

#include "dtensor/Frontend/StableHLO/IR/CheckDialect.h.inc"
#include "dtensor/Frontend/StableHLO/IR/InterpreterDialect.h.inc"

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/CheckOps.h.inc"

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_CHECK_H
