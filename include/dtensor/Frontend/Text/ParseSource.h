//===- ParseSource.h - Programs as text, with their names -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_TEXT_PARSESOURCE_H
#define DTENSOR_FRONTEND_TEXT_PARSESOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace dtensor {

/// Parses and verifies the program in the file `path` (`-` is standard input).
/// Values keep their names of the text as name locations, since reports and
/// options use these names. Errors are reported to the context; the result is
/// then null. Bytecode can be read too, but has no names.
mlir::OwningOpRef<mlir::ModuleOp> parseSource(llvm::StringRef path,
                                              mlir::MLIRContext *context);

/// The same for the main buffer of `sources`.
mlir::OwningOpRef<mlir::ModuleOp> parseSource(llvm::SourceMgr &sources,
                                              mlir::MLIRContext *context);

} // namespace dtensor

#endif // DTENSOR_FRONTEND_TEXT_PARSESOURCE_H
