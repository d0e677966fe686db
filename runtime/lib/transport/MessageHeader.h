//===- MessageHeader.h - What a message says of itself ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_MESSAGEHEADER_H
#define DTENSOR_RUNTIME_TRANSPORT_MESSAGEHEADER_H

#include "../plans/Plan.h"

#include <string>

namespace dtensor::runtime {

/// The beginning of every message between processes. A receiver compares it
/// with the header that it would have sent. So processes that run different
/// programs, or the same one differently, are found out.
struct MessageHeader {
  static constexpr uint64_t kFormat = 0x314d534e54440001;

  /// Changes with the meaning of messages.
  uint64_t format = kFormat;
  /// How many rounds the group has had before.
  uint64_t number = 0;
  /// Hashes of the site and of the numbers of the call.
  uint64_t site = 0;
  uint64_t numbers = 0;
  /// The bytes that follow.
  int64_t bytes = 0;
  /// A device that takes part in it; -1 if it is not known yet.
  int64_t device = -1;
  /// See dt_set_fingerprint.
  uint64_t program = 0;
  /// The kind, element type, numbers and place, for messages.
  char text[200] = {};

  /// Sets the hashes for a call of a plan. `step` tells the exchanges of one
  /// call apart.
  void identify(const Plan &plan, const int64_t *callNumbers, int64_t count,
                int64_t step);
  /// Sets the text for it.
  void describe(const Plan &plan, const int64_t *callNumbers, int64_t count,
                const char *where);

  /// Empty if the two are of the same exchange.
  std::string findDifference(const MessageHeader &other, int64_t process) const;
};
static_assert(sizeof(MessageHeader) == 256);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_MESSAGEHEADER_H
