//===- Wire.h - How bytes get from process to process -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_WIRE_H
#define DTENSOR_RUNTIME_TRANSPORT_WIRE_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace dtensor::runtime {

/// A send or a receive that a wire has begun. It stays at its place until it is
/// done.
struct Transfer {
  bool isDone = true;
  /// The number of bytes that have come; for a receive that is done.
  int64_t bytes = 0;
  /// Of the wire.
  void *state = nullptr;
};

/// Sends and receives bytes between processes. Nothing waits. Transfers with
/// the same tag between two processes keep their order. All functions are
/// called by one thread at a time.
class Wire {
public:
  /// In place of a process from which something is received.
  static constexpr int64_t kAnyProcess = -1;

  virtual ~Wire() = default;

  virtual int64_t getNumProcesses() const = 0;
  /// The number of this process.
  virtual int64_t getOwn() const = 0;
  /// The largest tag; the smallest is 0.
  virtual int64_t getMaxTag() const = 0;
  /// The largest number of bytes of a transfer.
  virtual int64_t getMaxBytes() const = 0;
  /// About as many bytes as the wire sends without asking the receiver first.
  /// All processes have the same number.
  virtual int64_t getEagerBytes() const { return (4 << 10) - 64; }

  /// Begins a transfer. Its memory stays until the transfer is done.
  virtual void send(int64_t process, int64_t tag, const void *data,
                    int64_t bytes, Transfer &transfer) = 0;
  /// At most `capacity` bytes may come.
  virtual void receive(int64_t process, int64_t tag, void *data,
                       int64_t capacity, Transfer &transfer) = 0;

  /// Gives up a transfer that is not done. Its memory is not needed any more,
  /// unless it is a send.
  virtual void cancel(Transfer &transfer) = 0;

  /// Makes progress; returns whether the transfer is done.
  virtual bool test(Transfer &transfer) = 0;

  /// The error of the wire; empty if there is none. Nothing can be transferred
  /// after one.
  const std::string &getError() const { return error; }

  /// Called if other processes cannot be expected to end in order.
  void abandon() { isAbandoned = true; }
  bool hasBeenAbandoned() const { return isAbandoned; }
  bool isGivenUp() const { return isAbandoned || !error.empty(); }

protected:
  std::string error;
  bool isAbandoned = false;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_WIRE_H
