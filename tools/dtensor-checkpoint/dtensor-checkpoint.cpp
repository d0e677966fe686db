//===- dtensor-checkpoint.cpp - Shows what a checkpoint holds -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/LoadCheckpoint.h"
#include "dtensor/Checkpoint/PrintIndex.h"
#include "dtensor/Checkpoint/RunTasks.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace dtensor;
namespace cl = llvm::cl;

static constexpr llvm::StringLiteral overview = R"(
  dtensor-checkpoint run/step-00000100 --verify

Shows the tensors of a checkpoint, with their layouts drawn: a folder that this
project has written, safetensors files of PyTorch's DCP or of Hugging Face's
libraries, or one such file.

Exit codes: 0 done; 1 elements are not those that were saved; 2 bad usage, or no
checkpoint.
)";

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::OptionCategory category("dtensor-checkpoint options");
  cl::opt<std::string> path(cl::Positional, cl::Required, cl::desc("PATH"),
                            cl::cat(category));
  cl::opt<bool> verify("verify", cl::cat(category),
                       cl::desc("read everything and compare it with its "
                                "checksums"));
  cl::HideUnrelatedOptions(category);
  std::string problem;
  llvm::raw_string_ostream problems(problem);
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &problems)) {
    llvm::errs() << "error: " << problem;
    return 2;
  }
  llvm::Expected<CheckpointIndex> index = readIndex(path);
  if (!index) {
    llvm::errs() << "error: " << llvm::toString(index.takeError()) << "\n";
    return 2;
  }
  printIndex(*index, llvm::outs());
  if (!verify)
    return 0;
  if (llvm::Error error = verifyCheckpoint(*index, getNumFileThreads())) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  llvm::outs() << (index->isOwn ? "all elements are those that were saved\n"
                                : "all files are complete\n");
  return 0;
}
