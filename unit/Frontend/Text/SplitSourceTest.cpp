//===- SplitSourceTest.cpp - Several programs in one file -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Text/SplitSource.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

std::vector<std::string> split(llvm::StringRef text) {
  std::vector<std::string> parts;
  for (const auto &part :
       splitSource(llvm::MemoryBuffer::getMemBufferCopy(text, "name"))) {
    EXPECT_EQ(part->getBufferIdentifier(), "name");
    parts.push_back(part->getBuffer().str());
  }
  return parts;
}

TEST(SplitSource, KeepsNumbersOfLines) {
  EXPECT_EQ(split("a\n// -----\nb\nc\n// -----  \n\nd"),
            (std::vector<std::string>{"a\n", "\n\nb\nc\n", "\n\n\n\n\n\nd"}));
}

TEST(SplitSource, LeavesOutWhatIsNoProgram) {
  EXPECT_EQ(split("// a comment\n// -----\nb\n// -----"),
            (std::vector<std::string>{"\n\nb\n"}));
  EXPECT_EQ(split("a // -----\n"), (std::vector<std::string>{"a // -----\n"}));
  EXPECT_EQ(split(""), (std::vector<std::string>{""}));
}

} // namespace
