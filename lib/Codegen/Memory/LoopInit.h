//===- LoopInit.h - The buffer that a loop starts with ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_MEMORY_LOOPINIT_H
#define DTENSOR_LIB_CODEGEN_MEMORY_LOOPINIT_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dtensor {

/// The initial value of a loop in the buffer that holds `result` in the end;
/// null if there is none. The values that a `scf.while` carries have the same
/// position in both of its regions by then; see dtensor-copy-loop-carried.
inline mlir::Value getLoopInit(mlir::OpResult result) {
  using namespace mlir;
  if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
    return loop.getTiedLoopInit(result)->get();
  auto loop = dyn_cast<scf::WhileOp>(result.getOwner());
  if (!loop || result.getResultNumber() >= loop.getInits().size())
    return {};
  Value init = loop.getInits()[result.getResultNumber()];
  return init.getType() == result.getType() ? init : Value();
}

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_MEMORY_LOOPINIT_H
