//===- ProgramMain.cpp - The main function of a program -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/CommandLine.h"
#include "dtensor/Launch/LaunchFlags.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using llvm::Error;
using llvm::Expected;
using namespace dtensor;

/// dtensor-compile links this file with the object file of a program.
extern "C" const DtProgramInfo dt_program;

static cl::OptionCategory category("options");
static LaunchFlags launchFlags(category);

static void describe(llvm::StringRef kind, int64_t number,
                     const DtValueInfo &value, llvm::raw_ostream &os) {
  llvm::SmallVector<int64_t> shape(value.shape,
                                   value.shape + std::max(value.rank, 0));
  os << "  " << kind << " " << number << ": " << value.name << ", "
     << formatTensorType(shape, static_cast<ElementType>(value.elementType));
  if (*value.layout)
    os << ", layout " << value.layout;
  os << "\n";
}

static std::string getOverview(llvm::StringRef path) {
  const DtProgramInfo &info = dt_program;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "\n  " << path;
  for (int64_t i = 0; i < info.numArguments; ++i)
    os << " --input " << i << ".npy";
  os << " --output-dir results\n\nRuns the function '" << info.name
     << "', which was compiled for " << info.processor << " and "
     << (*info.mesh ? "the mesh " + std::string(info.mesh) : "one device")
     << ".\n\n";
  for (int64_t i = 0; i < info.numArguments; ++i)
    describe("argument", i, info.values[i], os);
  for (int64_t i = 0; i < info.numResults; ++i)
    describe("result", i, info.values[info.numArguments + i], os);
  os << "\nExit codes: 0 done; 1 a check failed or the program raised an "
        "error; 2 bad usage\nor bad input.\n";
  return text;
}

int main(int argc, char **argv) {
  constexpr int kBadInput = 2;
  auto fail = [](Error error) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
    return kBadInput;
  };
  if (Error error = parseFlags(argc, argv, category, getOverview(argv[0])))
    return fail(std::move(error));
  Expected<LaunchOptions> options = launchFlags.read(argc, argv);
  if (!options)
    return fail(options.takeError());
  return launch(dt_program, *options);
}
