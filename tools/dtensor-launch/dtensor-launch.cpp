//===- dtensor-launch.cpp - Run a program that was compiled before --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/CommandLine.h"
#include "dtensor/Launch/LaunchFlags.h"
#include "dtensor/Launch/ProgramFile.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using llvm::Error;
using llvm::Expected;

static constexpr llvm::StringLiteral overview = R"(
  dtensor-compile mlp.mlir -o mlp.so --mesh "x=2" --layout "arg0=x,unsharded"
  dtensor-launch ./mlp.so --input-dir data --expect-dir data

Runs a program that dtensor-compile has compiled, on this machine or on another
one. It needs no compiler, and no LLVM. Loading a library runs its code.

Exit codes: 0 done; 1 a check failed or the program raised an error; 2 bad usage
or bad input.
)";

static cl::OptionCategory category("dtensor-launch options");
static cl::opt<std::string> libraryFlag(cl::Positional, cl::Required,
                                        cl::desc("PROGRAM.so"),
                                        cl::cat(category));
static dtensor::LaunchFlags launchFlags(category);

int main(int argc, char **argv) {
  constexpr int kBadInput = 2;
  auto fail = [](Error error) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
    return kBadInput;
  };
  if (Error error = dtensor::parseFlags(argc, argv, category, overview))
    return fail(std::move(error));
  Expected<dtensor::LaunchOptions> options = launchFlags.read(argc, argv);
  if (!options)
    return fail(options.takeError());
  Expected<const DtProgramInfo &> program =
      dtensor::loadProgramFile(libraryFlag);
  if (!program)
    return fail(program.takeError());
  return dtensor::launch(*program, *options);
}
