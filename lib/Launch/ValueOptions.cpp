//===- ValueOptions.cpp - Options about arguments and results -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/ValueOptions.h"

namespace cl = llvm::cl;
using llvm::Error;
using llvm::Expected;

namespace dtensor {

ValueOptions::ValueOptions(cl::OptionCategory &category)
    : inputs("input", cl::value_desc("FILE.npy"), cl::cat(category),
             cl::desc("file with the value of the next argument; of bf16 and "
                      "floats of 8 bits it has the bits, as uint16 and "
                      "uint8")),
      inputDirectory(
          "input-dir", cl::value_desc("DIR"), cl::cat(category),
          cl::desc(
              "folder with the values of the arguments: in0.npy, in1.npy ...")),
      randomInputs(
          "random-inputs", cl::value_desc("SEED"), cl::cat(category),
          cl::desc("make random values for the arguments that have no file")),
      randomScale("random-scale", cl::value_desc("number"), cl::cat(category),
                  cl::desc("bound of the magnitude of random floats "
                           "(default 1)")),
      outputDirectory("output-dir", cl::value_desc("DIR"), cl::cat(category),
                      cl::desc("folder for the results: out0.npy ...")),
      expected("expect", cl::value_desc("FILE.npy"), cl::cat(category),
               cl::desc("file with the expected value of the next result")),
      expectedDirectory(
          "expect-dir", cl::value_desc("DIR"), cl::cat(category),
          cl::desc(
              "folder with the expected values of the results: out0.npy ...")),
      rtol("rtol", cl::value_desc("number"), cl::cat(category),
           cl::desc("relative tolerance (default 1e-5)")),
      atol("atol", cl::value_desc("number"), cl::cat(category),
           cl::desc("absolute tolerance (default 1e-6)")) {}

Expected<ValueFiles> ValueOptions::read() const {
  ValueFiles files;
  files.inputs.assign(inputs.begin(), inputs.end());
  files.inputDirectory = inputDirectory;
  files.outputDirectory = outputDirectory;
  files.expected.assign(expected.begin(), expected.end());
  files.expectedDirectory = expectedDirectory;
  Error error = readNumber(rtol, files.tolerance.rtol);
  if (!error)
    error = readNumber(atol, files.tolerance.atol);
  if (!error && randomInputs.getNumOccurrences())
    error = readInteger(randomInputs, files.randomInputs.emplace().seed);
  if (!error && files.randomInputs)
    error = readNumber(randomScale, files.randomInputs->scale);
  if (error)
    return std::move(error);
  if (randomScale.getNumOccurrences() && !files.randomInputs)
    return llvm::createStringError("--random-scale needs --random-inputs");
  if (!files.inputs.empty() && !files.inputDirectory.empty())
    return llvm::createStringError(
        "--input and --input-dir both say what the arguments are");
  if (!files.expected.empty() && !files.expectedDirectory.empty())
    return llvm::createStringError(
        "--expect and --expect-dir both say what the results are");
  return files;
}

} // namespace dtensor
