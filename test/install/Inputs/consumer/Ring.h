//===- Ring.h - A dialect of another project --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RING_H
#define RING_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "RingDialect.h.inc"

#define GET_OP_CLASSES
#include "Ring.h.inc"

namespace ring {

/// Registers the dialect and the sharding of its ops.
void registerRing(mlir::DialectRegistry &registry);

} // namespace ring

#endif // RING_H
