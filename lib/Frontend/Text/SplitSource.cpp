//===- SplitSource.cpp - Several programs in one file ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Text/SplitSource.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm/ADT/StringExtras.h"

using llvm::MemoryBuffer;
using llvm::StringRef;

static bool isSeparator(StringRef line) { return line.rtrim() == "// -----"; }

static bool hasCode(StringRef text) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    StringRef code = line.trim();
    if (!code.empty() && !code.starts_with("//"))
      return true;
    text = rest;
  }
  return false;
}

std::vector<std::unique_ptr<MemoryBuffer>>
dtensor::splitSource(std::unique_ptr<MemoryBuffer> source) {
  std::vector<std::unique_ptr<MemoryBuffer>> programs;
  StringRef text = source->getBuffer();
  if (mlir::isBytecode(*source) || !text.contains("// -----")) {
    programs.push_back(std::move(source));
    return programs;
  }
  size_t line = 0, partLine = 0;
  const char *partStart = text.begin();
  auto endPart = [&](const char *end) {
    StringRef part(partStart, end - partStart);
    if (hasCode(part))
      programs.push_back(MemoryBuffer::getMemBufferCopy(
          std::string(partLine, '\n') + part.str(),
          source->getBufferIdentifier()));
  };
  for (StringRef rest = text; !rest.empty(); ++line) {
    auto [first, others] = rest.split('\n');
    if (isSeparator(first)) {
      endPart(first.begin());
      partStart = others.empty() ? text.end() : others.begin();
      partLine = line + 1;
    }
    rest = others;
  }
  endPart(text.end());
  if (programs.empty())
    programs.push_back(std::move(source));
  return programs;
}
