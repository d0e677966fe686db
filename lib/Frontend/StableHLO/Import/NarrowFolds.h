//===- NarrowFolds.h - Folds of floats of 4 to 8 bits -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_NARROWFOLDS_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_NARROWFOLDS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace dtensor::stablehlo {

/// The element type if it is a float of 4 to 8 bits.
inline mlir::FloatType getNarrowFloat(mlir::Type type) {
  auto element = mlir::dyn_cast<mlir::FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() < 16 ? element : mlir::FloatType();
}

/// Makes the bodies of folds (reductions, reducing collectives, scatters that
/// add ...) compute on f32 where they would round narrow floats. Returns these
/// folds: their operands are still to be widened, and their results rounded. So
/// a sum is rounded once, and what devices have added is of f32.
llvm::SmallPtrSet<mlir::Operation *, 8> widenNarrowFolds(mlir::ModuleOp module);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_NARROWFOLDS_H
