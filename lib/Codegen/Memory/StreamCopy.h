//===- StreamCopy.h - Copies around the caches ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_MEMORY_STREAMCOPY_H
#define DTENSOR_LIB_CODEGEN_MEMORY_STREAMCOPY_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dtensor {

/// Whether elements of this type can be copied in vectors.
bool canStream(mlir::Type elementType);

/// Copies one contiguous axis of a static number of elements, all lines of the
/// cache that it fills by non-temporal stores. Other threads see these only
/// after a fence.
void createStreamCopy(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value source, mlir::Value dest);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_MEMORY_STREAMCOPY_H
