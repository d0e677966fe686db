//===- IndependentLoops.h - Loops without dependences -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_OUTLINING_INDEPENDENTLOOPS_H
#define DTENSOR_LIB_CODEGEN_OUTLINING_INDEPENDENTLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dtensor {

/// Whether no iteration of the loop reads or writes what another one writes.
/// Loops over rows are of this kind: what they write is at the loop's variable
/// along one axis. Buffers that are views of an arena within the loop do not
/// count, since each belongs to one iteration.
bool hasIndependentIterations(mlir::scf::ForOp loop);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_OUTLINING_INDEPENDENTLOOPS_H
