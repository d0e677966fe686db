//===- Message.h - Words between two processes ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_MESSAGE_H
#define DTENSOR_RUNTIME_PROCESSES_MESSAGE_H

#include <cstdint>
#include <string>

namespace dtensor::runtime {

/// A message of the liveness channel.
struct Message {
  enum class Kind : uint8_t {
    /// The first message of a connection, in both directions: the receiver's
    /// secret and the sender's rank.
    Hello = 1,
    /// Shows that the process runs.
    Beat = 2,
    /// All processes below in the tree have come to a meeting, whose number
    /// follows.
    Arrived = 3,
    /// All processes have come to a meeting.
    Released = 4,
    /// A News.
    News = 5,
    /// A process does not answer: its name, and for how many seconds.
    Silent = 6,
    /// A process that was silent answers again: its rank.
    Answers = 7,
    /// The sender needs nobody any more, and may end.
    Bye = 8,
  };

  Kind kind;
  std::string fields;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_MESSAGE_H
