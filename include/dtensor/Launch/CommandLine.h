//===- CommandLine.h - Options whose values are checked ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_COMMANDLINE_H
#define DTENSOR_LAUNCH_COMMANDLINE_H

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace dtensor {

/// The value of such an option is a string to LLVM's parser, and is checked by
/// the functions below. LLVM's parser would write its messages about other
/// types of values straight to stderr.
using TextFlag = llvm::cl::opt<std::string>;

/// Parses the command line. Options of other categories are not shown in the
/// help. Errors: the first mistake in the command line.
llvm::Error parseFlags(int argc, char **argv,
                       llvm::cl::OptionCategory &category,
                       llvm::StringRef overview);

/// The error for an option whose value is not of the form that is `required`.
llvm::Error makeFlagError(const TextFlag &flag, llvm::StringRef required);

/// Reads the value of an option. `convert` returns nothing for a text that does
/// not have the form that is `required`. If the option is not given, `value`
/// stays as it is.
template <typename T, typename Convert>
llvm::Error readFlag(const TextFlag &flag, llvm::StringRef required, T &value,
                     Convert convert) {
  if (flag.getNumOccurrences() == 0)
    return llvm::Error::success();
  std::optional<T> converted = convert(llvm::StringRef(flag));
  if (!converted)
    return makeFlagError(flag, required);
  value = *converted;
  return llvm::Error::success();
}

/// Reads a flag that takes no value.
llvm::Error readSwitch(const TextFlag &flag, bool &value);

/// Reads a number of at least 0.
llvm::Error readNumber(const TextFlag &flag, double &value);

/// Reads an integer of at least 0.
template <typename Integer>
llvm::Error readInteger(const TextFlag &flag, Integer &value) {
  return readFlag(flag, "an integer of at least 0", value,
                  [](llvm::StringRef text) -> std::optional<Integer> {
                    Integer number;
                    if (text.getAsInteger(10, number))
                      return std::nullopt;
                    return number;
                  });
}

} // namespace dtensor

#endif // DTENSOR_LAUNCH_COMMANDLINE_H
