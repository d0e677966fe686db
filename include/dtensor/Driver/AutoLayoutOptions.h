//===- AutoLayoutOptions.h - Options about chosen layouts -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_AUTOLAYOUTOPTIONS_H
#define DTENSOR_DRIVER_AUTOLAYOUTOPTIONS_H

#include "dtensor/Driver/AutoLayoutRequest.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Driver/LayoutOptions.h"
#include "dtensor/Launch/CommandLine.h"

namespace dtensor {

/// The options `--auto-layout`, `--auto-mesh`, `--memory-per-device`,
/// `--output-layouts`, `--dump-iopddl` and `--machine`. They exist as long as
/// the object, which must be made before the command line is parsed.
class AutoLayoutOptions {
public:
  /// `machineUse` says what else needs `--machine`.
  AutoLayoutOptions(llvm::cl::OptionCategory &category,
                    llvm::StringRef machineUse);

  /// Reads the machine, if one is named. Errors: it is not described well.
  llvm::Error readMachine(CompileOptions &compile) const;

  /// The request, if layouts are to be chosen, on the machine of `compile`.
  /// With `--auto-mesh`, takes the mesh out of `layouts`. Errors: wrong values,
  /// options without those that they belong to.
  llvm::Expected<std::optional<AutoLayoutRequest>>
  read(const LayoutOptions &layoutOptions, LayoutRequest &layouts,
       const CompileOptions &compile) const;

private:
  TextFlag autoLayout, autoMesh, memory, output, problem, machine;
};

/// A number of bytes: `1000`, `80GB`, `512MiB`. Nothing for another text.
std::optional<int64_t> parseBytes(llvm::StringRef text);

} // namespace dtensor

#endif // DTENSOR_DRIVER_AUTOLAYOUTOPTIONS_H
