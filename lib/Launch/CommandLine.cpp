//===- CommandLine.cpp - Options whose values are checked -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/CommandLine.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using llvm::Error;
using llvm::StringRef;

namespace dtensor {

Error parseFlags(int argc, char **argv, cl::OptionCategory &category,
                 StringRef overview) {
  cl::HideUnrelatedOptions(category);
  std::string messages;
  llvm::raw_string_ostream os(messages);
  if (cl::ParseCommandLineOptions(argc, argv, overview, &os))
    return Error::success();
  // Take the first line of the message of LLVM's parser, without the program's
  // name.
  StringRef message = StringRef(messages).ltrim().split('\n').first;
  message.consume_front(llvm::sys::path::filename(argv[0]));
  return llvm::createStringError(message.ltrim(": "));
}

Error makeFlagError(const TextFlag &flag, StringRef required) {
  return llvm::createStringError("--" + flag.ArgStr + ": required " + required +
                                 ", found '" + flag + "'");
}

Error readSwitch(const TextFlag &flag, bool &value) {
  if (flag.getNumOccurrences() == 0)
    return Error::success();
  value = true;
  return flag.empty() ? Error::success() : makeFlagError(flag, "no value");
}

Error readNumber(const TextFlag &flag, double &value) {
  return readFlag(flag, "a number of at least 0", value,
                  [](StringRef text) -> std::optional<double> {
                    double number;
                    if (text.getAsDouble(number) || !(number >= 0))
                      return std::nullopt;
                    return number;
                  });
}

} // namespace dtensor
