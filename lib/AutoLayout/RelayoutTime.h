//===- RelayoutTime.h - The time of a change of layout ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_AUTOLAYOUT_RELAYOUTTIME_H
#define DTENSOR_LIB_AUTOLAYOUT_RELAYOUTTIME_H

#include "dtensor/Machine/Machine.h"
#include "llvm/ADT/StringMap.h"

namespace dtensor {

/// Predicts changes of layout on one mesh and one machine, and remembers them:
/// the same few changes are asked for again and again.
class RelayoutTime {
public:
  RelayoutTime(const Machine &machine, const Mesh &mesh)
      : machine(machine), mesh(mesh) {}

  /// The seconds in which a tensor of `shape`, with elements of `elementBits`
  /// bits, is brought from one layout to another.
  double get(const Layout &from, const Layout &to,
             llvm::ArrayRef<int64_t> shape, int64_t elementBits);

  /// The seconds in which each device receives so many bytes from others along
  /// `dims`.
  double getExchange(llvm::ArrayRef<unsigned> dims, double bytes) const;

private:
  const Machine &machine;
  const Mesh &mesh;
  llvm::StringMap<double> known;
};

} // namespace dtensor

#endif // DTENSOR_LIB_AUTOLAYOUT_RELAYOUTTIME_H
