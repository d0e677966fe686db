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
/// `error: file:line:col: message`. Each note has a line of its own in the same
/// form. A message about an imported op names the op of the source first, and
/// the imported one behind it. If there are several errors, the first is
/// written and the others are counted. Ops are not printed in diagnostics.
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
