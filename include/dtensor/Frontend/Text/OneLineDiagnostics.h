//===- OneLineDiagnostics.h - Messages of the tools -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_TEXT_ONELINEDIAGNOSTICS_H
#define DTENSOR_FRONTEND_TEXT_ONELINEDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

namespace dtensor {

/// Writes each diagnostic of a context on one line, as the tools promise:
/// `error: file:line:col: message`, and its notes likewise on lines of their
/// own. What is said of an op that was imported is said of the one that the
/// source has, with the other's name behind. Of several errors the first is
/// written, the others are counted. Turns off that the context shows ops in
/// diagnostics.
class OneLineDiagnostics : public mlir::ScopedDiagnosticHandler {
public:
  OneLineDiagnostics(mlir::MLIRContext *context, llvm::raw_ostream &os);
  ~OneLineDiagnostics();

  unsigned getNumErrors() const { return numErrors; }

private:
  void write(const mlir::Diagnostic &diagnostic);

  llvm::raw_ostream &os;
  unsigned numErrors = 0;
};

} // namespace dtensor

#endif // DTENSOR_FRONTEND_TEXT_ONELINEDIAGNOSTICS_H
