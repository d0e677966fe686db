//===- OneLineDiagnostics.cpp - Messages of the tools ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dtensor;

static StringRef getHeading(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Remark:
    return "remark";
  case DiagnosticSeverity::Note:
    return "note";
  }
  llvm_unreachable("all severities are listed");
}

OneLineDiagnostics::OneLineDiagnostics(MLIRContext *context,
                                       llvm::raw_ostream &os)
    : ScopedDiagnosticHandler(context), os(os) {
  context->printOpOnDiagnostic(false);
  setHandler([this](Diagnostic &diagnostic) {
    bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
    if (isError && numErrors++ > 0)
      return;
    write(diagnostic);
    for (const Diagnostic &note : diagnostic.getNotes())
      write(note);
  });
}

OneLineDiagnostics::~OneLineDiagnostics() {
  if (numErrors > 1)
    os << "note: " << numErrors - 1
       << (numErrors == 2 ? " more error\n" : " more errors\n");
}

/// `'linalg.contract' op needs ...` as `'stablehlo.dot_general' op (imported as
/// 'linalg.contract') needs ...`.
static std::string nameSourceOp(StringRef message, Location location) {
  StringRef source = findSourceOp(location);
  auto [name, rest] = message.split("' op ");
  if (source.empty() || rest.empty() || !name.consume_front("'") ||
      name.contains('\'') || name == source)
    return message.str();
  return ("'" + source + "' op (imported as '" + name + "') " + rest).str();
}

void OneLineDiagnostics::write(const Diagnostic &diagnostic) {
  os << getHeading(diagnostic.getSeverity()) << ": ";
  std::string position = getSourcePosition(diagnostic.getLocation());
  if (!position.empty())
    os << position << ": ";
  // Messages that quote IR can have several lines.
  std::string message =
      nameSourceOp(diagnostic.str(), diagnostic.getLocation());
  llvm::interleave(
      llvm::split(StringRef(message).trim(), '\n'), os,
      [&](StringRef line) { os << line.trim(); }, " ");
  os << "\n";
}
