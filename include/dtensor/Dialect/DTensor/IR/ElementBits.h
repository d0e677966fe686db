//===- ElementBits.h - The size of an element in memory ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_ELEMENTBITS_H
#define DTENSOR_DIALECT_DTENSOR_IR_ELEMENTBITS_H

#include "mlir/IR/BuiltinTypes.h"

namespace dtensor {

/// The bits that an element of this type takes in memory: whole bytes, `index`
/// 64, complex two components. 0 for a type that tensors of a program cannot
/// have.
inline int64_t getElementBits(mlir::Type type) {
  if (auto complex = mlir::dyn_cast<mlir::ComplexType>(type))
    return 2 * getElementBits(complex.getElementType());
  if (mlir::isa<mlir::IndexType>(type))
    return 64;
  return type.isIntOrFloat() ? llvm::alignTo(type.getIntOrFloatBitWidth(), 8)
                             : 0;
}

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_ELEMENTBITS_H
