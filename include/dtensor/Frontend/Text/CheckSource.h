//===- CheckSource.h - Texts that crash upstream's parser -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_TEXT_CHECKSOURCE_H
#define DTENSOR_FRONTEND_TEXT_CHECKSOURCE_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace dtensor {

/// Rejects texts on which upstream's parser and verifier crash: an axis list of
/// linalg.reduce, transpose or broadcast that is not a list, and a transpose
/// without axes. The error has the place in the text.
mlir::LogicalResult checkSource(llvm::MemoryBufferRef source,
                                mlir::MLIRContext *context);

} // namespace dtensor

#endif // DTENSOR_FRONTEND_TEXT_CHECKSOURCE_H
