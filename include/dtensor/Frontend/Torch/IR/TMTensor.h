//===- TMTensor.h - torch-mlir's ops besides linalg -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_TORCH_IR_TMTENSOR_H
#define DTENSOR_FRONTEND_TORCH_IR_TMTENSOR_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dtensor/Frontend/Torch/IR/TMTensorDialect.h.inc"

#define GET_OP_CLASSES
#include "dtensor/Frontend/Torch/IR/TMTensorOps.h.inc"

#endif // DTENSOR_FRONTEND_TORCH_IR_TMTENSOR_H
