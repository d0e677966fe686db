//===- Disassembly.h - Disassembles machine code ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_GENERATEDCODE_DISASSEMBLY_H
#define DTENSOR_UNIT_GENERATEDCODE_DISASSEMBLY_H

#include "dtensor/ExecutionEngine/HostObjects.h"
#include <set>
#include <string>
#include <vector>

namespace dtensor {

/// The contents of object files, for any processor.
struct Disassembly {
  /// Instructions in the syntax of assemblers, one per line.
  std::vector<std::string> instructions;
  /// Symbols that are not defined in the files.
  std::set<std::string> undefined;

  explicit Disassembly(const HostObjects &objects);

  /// An instruction that contains the text; null if there is none.
  const std::string *find(llvm::StringRef text) const;
};

/// Machine code of a program on one device, contractions included.
HostObjects compileText(llvm::StringRef text, const Processor &processor);

} // namespace dtensor

#endif // DTENSOR_UNIT_GENERATEDCODE_DISASSEMBLY_H
