//===- LaunchFlags.h - Options of compiled programs -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_LAUNCHFLAGS_H
#define DTENSOR_LAUNCH_LAUNCHFLAGS_H

#include "dtensor/Launch/Launch.h"
#include "dtensor/Launch/ValueOptions.h"

namespace dtensor {

/// The options of `dtensor-run` that concern a run. They exist as long as the
/// object, which must be made before the command line is parsed.
class LaunchFlags {
public:
  explicit LaunchFlags(llvm::cl::OptionCategory &category);

  /// Errors: a value of the wrong form.
  llvm::Expected<LaunchOptions> read(int argc, char **argv) const;

private:
  ValueOptions values;
  TextFlag report, time, timesFile, watchdog, processOrder, flightRecords;
};

} // namespace dtensor

#endif // DTENSOR_LAUNCH_LAUNCHFLAGS_H
