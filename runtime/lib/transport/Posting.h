//===- Posting.h - Memory that a device shows its peers ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_POSTING_H
#define DTENSOR_RUNTIME_TRANSPORT_POSTING_H

#include "dtensor/Runtime/ABI.h"

namespace dtensor::runtime {

/// The memory that a device shows its peers during a round of the transport in
/// one address space.
struct Posting {
  DtSite site = nullptr;
  const DtMemRef *source = nullptr;
  const DtMemRef *destination = nullptr;
  /// For a fetch; replaces `source`.
  const DtMemRef *const *sources = nullptr;
  /// For a take between processes.
  const DtMemRef *positions = nullptr;
  /// Whether the device knows its moves of an exchange between processes, if
  /// the others of this process know theirs.
  bool knowsMoves = false;

  /// The first source of a fetch, or that of another op.
  const DtMemRef &getSource() const { return sources ? **sources : *source; }
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_POSTING_H
