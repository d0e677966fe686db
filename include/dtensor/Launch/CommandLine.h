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

/// LLVM's parser writes its messages about values straight to stderr, so values
/// are strings to it, and are checked by the functions below.
using TextFlag = llvm::cl::opt<std::string>;

/// Parses the command line; options of other categories are not shown. Errors:
/// the first that was wrong with it.
llvm::Error parseFlags(int argc, char **argv,
                       llvm::cl::OptionCategory &category,
                       llvm::StringRef overview);

/// Of an option whose value is not what is `required`.
llvm::Error makeFlagError(const TextFlag &flag, llvm::StringRef required);

/// `convert` returns nothing for a text that is not what is `required`; an
/// option that is not given leaves `value` as it is.
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

/// A flag that stands alone.
llvm::Error readSwitch(const TextFlag &flag, bool &value);

/// A number of at least 0.
llvm::Error readNumber(const TextFlag &flag, double &value);

/// An integer of at least 0.
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
