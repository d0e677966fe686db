//===- LayoutOptions.h - Options about meshes and layouts -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_LAYOUTOPTIONS_H
#define DTENSOR_DRIVER_LAYOUTOPTIONS_H

#include "dtensor/Driver/LayoutRequest.h"
#include "llvm/Support/CommandLine.h"

namespace dtensor {

/// The options `--entry`, `--mesh`, `--devices`, `--layout` and `--layouts`, by
/// which users of tools say how a program is laid out. They exist as long as
/// the object, which must be made before the command line is parsed.
class LayoutOptions {
public:
  explicit LayoutOptions(llvm::cl::OptionCategory &category);

  /// The function to lay out; empty if `findEntry` is to choose it.
  llvm::StringRef getEntry() const { return entry; }

  /// Whether there is a `--devices`.
  bool hasDevices() const { return devices.getNumOccurrences() > 0; }

  /// Errors: a file that cannot be read, a text that is no mesh or layout, a
  /// mesh that is given twice.
  llvm::Expected<LayoutRequest> readRequest() const;

private:
  llvm::cl::opt<std::string> entry, mesh, devices;
  llvm::cl::list<std::string> layouts;
  llvm::cl::opt<std::string> file;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_LAYOUTOPTIONS_H
