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

/// What a message is for, in words: the kind, element type, numbers and place.
struct MessageText {
  char text[192] = {};

  /// Describes a call of a plan.
  void describe(const Plan &plan, const int64_t *callNumbers, int64_t count,
                const char *where);
  uint64_t hash() const;
  /// `bytes` may be of another process.
  static std::string read(const char *bytes);
};

/// The beginning of every message between processes. A receiver compares it
/// with the header that it would have sent. So processes that run different
/// programs, or the same one differently, are found out. Small messages notice
/// each line of the cache, so the text is sent the first time only, and later
/// found by its hash.
struct MessageHeader {
  static constexpr uint64_t kFormat = 0x314d534e54440002;

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
  int32_t device = -1;
  /// Where the message has the text; 0 if it has none.
  int32_t textOffset = 0;
  /// See dt_set_fingerprint.
  uint64_t program = 0;
  /// A hash of the text.
  uint64_t text = 0;

  /// Sets the hashes for a call of a plan. `step` tells the exchanges of one
  /// call apart.
  void identify(const Plan &plan, const int64_t *callNumbers, int64_t count,
                int64_t step);
  /// Whether the two are of the same exchange.
  bool isSame(const MessageHeader &other) const {
    return other.format == format && other.number == number &&
           other.site == site && other.numbers == numbers &&
           other.program == program && other.text == text;
  }
  /// A text with the device.
  std::string print(const std::string &what) const {
    return what + " on device " + std::to_string(device);
  }
  /// The error if they are not. `other` has come from `process`.
  std::string describeDifference(const std::string &ownText,
                                 const MessageHeader &other,
                                 const std::string &otherText,
                                 int64_t process) const;
};
static_assert(sizeof(MessageHeader) == 64);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_MESSAGEHEADER_H
