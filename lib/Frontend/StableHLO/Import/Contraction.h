//===- Contraction.h - Sums of products -------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_CONTRACTION_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_CONTRACTION_H

#include "Importer.h"
#include "mlir/IR/AffineMap.h"

namespace dtensor::stablehlo {

/// The operands of a contraction whose elements are unsigned integers.
struct Signs {
  bool lhs, rhs, result;

  static bool isUnsigned(mlir::Type type) {
    return mlir::getElementTypeOrSelf(type).isUnsignedInteger();
  }
  explicit Signs(mlir::Operation *op)
      : lhs(isUnsigned(op->getOperand(0).getType())),
        rhs(isUnsigned(op->getOperand(1).getType())),
        result(isUnsigned(op->getResult(0).getType())) {}
};

/// Sums products over the loops that follow those of the result.
mlir::Value createContraction(Importer &importer, mlir::Value lhs,
                              mlir::AffineMap lhsMap, mlir::Value rhs,
                              mlir::AffineMap rhsMap,
                              mlir::RankedTensorType type, Signs signs,
                              mlir::Location loc);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_CONTRACTION_H
