//===- SelectionProblemFileTest.cpp ---------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProblem.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <zlib.h>

using namespace dtensor;
using llvm::Expected;

namespace {

class SelectionProblemFileTest : public testing::Test {
protected:
  llvm::SmallString<128> path;

  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("problem", "json", path));
  }
  void TearDown() override { llvm::sys::fs::remove(path); }

  void write(llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    ASSERT_FALSE(error);
  }
  void writePacked(llvm::StringRef text, size_t cut = 0) {
    gzFile file = gzopen(path.c_str(), "wb");
    ASSERT_TRUE(file);
    gzwrite(file, text.data(), text.size());
    gzclose(file);
    uint64_t size;
    ASSERT_FALSE(llvm::sys::fs::file_size(path, size));
    if (cut > 0) {
      ASSERT_EQ(truncate(path.c_str(), size - cut), 0);
    }
  }
  std::string getError() {
    Expected<SelectionProblem> problem = readSelectionProblem(path);
    return problem ? "" : llvm::toString(problem.takeError());
  }
  /// The message names the file first.
  void expectError(llvm::StringRef message) {
    std::string error = getError();
    EXPECT_NE(error.find(message), std::string::npos) << error;
    EXPECT_NE(error.find(path.str()), std::string::npos) << error;
  }
  static std::string print(const SelectionProblem &problem) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    writeSelectionProblem(problem, stream);
    return text;
  }
};

TEST_F(SelectionProblemFileTest, ReadsWhatItWrites) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    std::string text = print(makeRandomProblem(seed, 1 + seed % 8));
    write(text);
    Expected<SelectionProblem> plain = readSelectionProblem(path);
    ASSERT_TRUE(bool(plain));
    EXPECT_EQ(print(*plain), text);
    writePacked(text);
    Expected<SelectionProblem> packed = readSelectionProblem(path);
    ASSERT_TRUE(bool(packed));
    EXPECT_EQ(print(*packed), text);
  }
}

TEST_F(SelectionProblemFileTest, NamesWhatIsWrong) {
  write("{\"problem\": {}}");
  expectError("missing value at (root).problem.nodes");
  write("{");
  expectError("Expected object key");
  auto writeProblem = [&](llvm::StringRef nodes, llvm::StringRef edges) {
    write(("{\"problem\":{\"nodes\":{" + nodes + "},\"edges\":{" + edges +
           "},\"usage_limit\":1}}")
              .str());
  };
  llvm::StringRef noEdges = "\"nodes\":[],\"costs\":[]";
  llvm::StringRef oneNode =
      "\"intervals\":[[0,1]],\"costs\":[[1,2]],\"usages\":[[1,1]]";
  writeProblem("\"intervals\":[[0]],\"costs\":[[1]],\"usages\":[[1]]", noEdges);
  expectError("nodes.intervals[0] requires 2 numbers, found 1");
  writeProblem("\"intervals\":[[0,1]],\"costs\":[],\"usages\":[[1]]", noEdges);
  expectError("nodes.intervals has 1 lists, but nodes.costs has 0");
  writeProblem("\"intervals\":[[0,1]],\"costs\":[[]],\"usages\":[[]]", noEdges);
  expectError("node 0 has no strategy");
  writeProblem("\"intervals\":[[0,1]],\"costs\":[[1]],\"usages\":[[-1]]",
               noEdges);
  expectError("node 0 has a negative cost or usage");
  writeProblem(oneNode, "\"nodes\":[[0,7]],\"costs\":[[1,2,3,4]]");
  expectError("edge 0 names node 7, but there are 1");
  writeProblem(oneNode, "\"nodes\":[[0,0]],\"costs\":[[1,2,3]]");
  expectError("edge 0 between nodes 0 and 0 requires 4 "
              "costs, found 3");
}

TEST_F(SelectionProblemFileTest, FileThatIsCutShort) {
  std::string text = print(makeRandomProblem(1, 8));
  for (size_t cut : {1, 8, 9, 40}) {
    writePacked(text, cut);
    expectError("cannot read '");
  }
}

TEST_F(SelectionProblemFileTest, NoFile) {
  llvm::sys::fs::remove(path);
  expectError("No such file or directory");
}

} // namespace
