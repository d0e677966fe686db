//===- AllFloats.cpp - Functions of all floats, with a journal ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Compares functions of f32, for all 2^32 numbers, with the C library's in f64.
// MathFunctionTest does the same for a sample. A journal has a line for each
// sixteenth of a function that is done, and a further run continues after it.

#include "ElementwiseProgram.h"
#include "MathFunction.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <bit>
#include <cmath>
#include <set>

using namespace dtensor;
namespace cl = llvm::cl;

static cl::opt<std::string> mcpu("mcpu", cl::init("native"),
                                 cl::desc("the processor to compile for"));
static cl::opt<std::string>
    journalName("journal", cl::Required,
                cl::desc("what is done, and how far results were off"));
static cl::list<std::string> names(cl::Positional, cl::desc("[<function>...]"));

static constexpr uint32_t kNumParts = 16;
static constexpr int64_t kNumElements = 1 << 16;

namespace {
struct Worst {
  double error = 0;
  float argument = 0, result = 0;
};
} // namespace

/// The largest error. A correctly rounded result has an error of at most 0.5.
static Worst findWorst(ElementwiseProgram &program,
                       const MathFunction &function, uint32_t part) {
  Worst worst;
  std::vector<float> x(kNumElements), z(kNumElements);
  constexpr uint64_t kPerPart = (uint64_t(1) << 32) / kNumParts;
  for (uint64_t from = part * kPerPart; from < (part + 1) * kPerPart;
       from += kNumElements) {
    for (int64_t i = 0; i < kNumElements; ++i)
      x[i] = std::bit_cast<float>(static_cast<uint32_t>(from + i));
    program.run(x.data(), x.data(), z.data());
    for (int64_t i = 0; i < kNumElements; ++i) {
      double expected = function.ofF64(x[i], 0);
      double error = 0.5;
      if (std::bit_cast<uint32_t>(static_cast<float>(expected)) !=
          std::bit_cast<uint32_t>(z[i]))
        error = getError(z[i], expected);
      if (error > worst.error)
        worst = {error, x[i], z[i]};
    }
  }
  return worst;
}

static std::set<std::string> readDone() {
  std::set<std::string> done;
  auto journal = llvm::MemoryBuffer::getFile(journalName);
  if (!journal)
    return done;
  llvm::SmallVector<llvm::StringRef> lines;
  (*journal)->getBuffer().split(lines, '\n');
  for (llvm::StringRef line : lines)
    done.insert(line.split(':').first.str());
  return done;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "functions of f32 of all numbers\n");
  llvm::ExitOnError exitOnError("error: ");
  Processor processor = exitOnError(Processor::get(mcpu));
  exitOnError(processor.checkRunsHere());
  std::set<std::string> done = readDone();
  std::error_code problem;
  llvm::raw_fd_ostream journal(journalName, problem, llvm::sys::fs::OF_Append);
  exitOnError(llvm::errorCodeToError(problem));
  bool isGood = true;
  for (const MathFunction &function : getMathFunctions()) {
    if (function.numArguments != 1 ||
        (!names.empty() && !llvm::is_contained(names, function.name)))
      continue;
    ElementwiseProgram program(
        llvm::formatv("%z = math.{0} %x : $", function.name).str(), "f32",
        "f32", kNumElements, processor);
    for (uint32_t part = 0; part < kNumParts; ++part) {
      std::string name = llvm::formatv("{0} {1} {2}/{3}", function.name, mcpu,
                                       part + 1, kNumParts);
      if (done.count(name))
        continue;
      Worst worst = findWorst(program, function, part);
      bool isWithin = worst.error <= function.bound;
      isGood &= isWithin;
      journal << name << ": " << llvm::format("%.4f", worst.error) << " ulp, "
              << llvm::format("%a of %a", worst.result, worst.argument)
              << (isWithin ? "\n" : ", beyond the bound\n");
      journal.flush();
    }
  }
  return isGood ? 0 : 1;
}
