//===- SplitSource.h - Several programs in one file -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_TEXT_SPLITSOURCE_H
#define DTENSOR_FRONTEND_TEXT_SPLITSOURCE_H

#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <vector>

namespace dtensor {

/// The programs of a text, which lines `// -----` separate, as in test files.
/// Each has the name of the text and its line numbers. Parts with nothing but
/// comments are skipped. Bytecode is one program.
std::vector<std::unique_ptr<llvm::MemoryBuffer>>
splitSource(std::unique_ptr<llvm::MemoryBuffer> source);

} // namespace dtensor

#endif // DTENSOR_FRONTEND_TEXT_SPLITSOURCE_H
