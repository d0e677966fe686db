//===- Descriptors.h - The arguments of a program ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_DESCRIPTORS_H
#define DTENSOR_HOST_DESCRIPTORS_H

#include "dtensor/Host/Components.h"
#include "dtensor/Host/Signature.h"

namespace dtensor {

/// The memref descriptors that the devices of a program take: one for each
/// argument and then one for each result. A scalar has none, and is its
/// address. The components must live as long as a run that uses this.
class Descriptors {
public:
  /// `values` are the components of each argument, followed by those of each
  /// result.
  Descriptors(const Signature &signature,
              llvm::ArrayRef<const Components *> values);
  Descriptors(Descriptors &&other) = default;
  Descriptors &operator=(Descriptors &&other) = default;

  /// The arguments of dt_run.
  void ***getArguments() { return devices.data(); }

private:
  std::vector<int64_t> contents;
  /// For each device and value, its descriptor or address.
  std::vector<void *> pointers;
  /// For each device, its pointers.
  std::vector<void **> devices;
};

} // namespace dtensor

#endif // DTENSOR_HOST_DESCRIPTORS_H
