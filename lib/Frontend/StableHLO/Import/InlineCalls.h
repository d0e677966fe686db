//===- InlineCalls.h - Functions that are no programs -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_INLINECALLS_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_INLINECALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor::stablehlo {

/// Inlines private functions that have one caller, and small ones as long as
/// the module does not grow much. JAX makes functions of a loop's body and of
/// helpers (`_where`, `clip`). At their borders no value can stay partial, and
/// no two ops become one exchange. Functions with annotated arguments or
/// results are not inlined.
void inlineCalls(mlir::ModuleOp module);

/// Replaces `call` by the body of `callee`, which has one block.
void inlineCall(mlir::func::CallOp call, mlir::func::FuncOp callee,
                llvm::function_ref<void(mlir::Operation *)> onClone = {});

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_INLINECALLS_H
