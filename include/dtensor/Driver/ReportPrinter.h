//===- ReportPrinter.h - Reports as text and JSON ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_REPORTPRINTER_H
#define DTENSOR_DRIVER_REPORTPRINTER_H

#include "dtensor/Driver/CompiledProgram.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace dtensor {

/// Prints the report as JSON. Keys are in the order that the command-line tools
/// promise. `uncombinedBytes` is what LinkedProgram::countUncombined returns
/// after a run of several processes.
void printReportAsJSON(const CompiledProgram &program, llvm::raw_ostream &os,
                       std::optional<int64_t> uncombinedBytes = {});

/// Prints one line per collective, followed by the totals.
void printReportAsTable(const CompiledProgram &program, llvm::raw_ostream &os);

} // namespace dtensor

#endif // DTENSOR_DRIVER_REPORTPRINTER_H
