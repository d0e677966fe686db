//===- PartTable.h - The parts of messages, in an order ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_PARTTABLE_H
#define DTENSOR_RUNTIME_TRANSPORT_PARTTABLE_H

#include <cstdint>
#include <vector>

namespace dtensor::runtime {

/// The parts of the messages between this process and others. A part is a
/// sequence of elements, and its key says which ones: the other process, the
/// device that holds them, and their place. Sender and receiver make the same
/// table, each from its own side of a plan: parts are in the order of their
/// keys, and a part that several devices of the receiver need is sent once.
///
/// Small parts are packed one after the other. A large one goes by itself, so
/// that it need not be copied where it lies together.
class PartTable {
public:
  /// The bytes from which on a part is large.
  static constexpr int64_t kLargeBytes = 16 << 10;

  /// The place of a part in its message: its offset among the packed ones, or
  /// its number among the large ones.
  struct Place {
    int64_t message;
    int64_t offset;
    bool isLarge;
  };
  /// The parts for one process.
  struct Message {
    int64_t process;
    /// Of the parts that are packed.
    int64_t bytes = 0;
    /// The bytes of each large part.
    std::vector<int64_t> large = {};

    /// Adds a part to the message with a number. Throws std::bad_alloc.
    Place add(int64_t number, int64_t size) {
      if (size >= kLargeBytes) {
        large.push_back(size);
        return {number, static_cast<int64_t>(large.size()) - 1,
                /*isLarge=*/true};
      }
      bytes += size;
      return {number, bytes - size, /*isLarge=*/false};
    }
  };
  /// A message of one part.
  static Message getMessage(int64_t process, int64_t bytes) {
    Message message{process};
    message.add(/*number=*/0, bytes);
    return message;
  }

  explicit PartTable(int64_t keySize) : keySize(keySize) {}

  /// Adds a part of `bytes`, a multiple of `unit`, at which it is aligned.
  /// `key[0]` is the process. A part that `isMade` for the message lies nowhere
  /// before, so it is packed even if it is large.
  void add(const int64_t *key, int64_t bytes, int64_t unit,
           bool isMade = false);

  /// Called when all parts have been added.
  void arrange();

  const std::vector<Message> &getMessages() const { return messages; }
  /// The part with a key; -1 if there is none.
  int64_t find(const int64_t *key) const;
  int64_t getNumParts() const { return places.size(); }
  Place getPlace(int64_t part) const { return places[part]; }
  bool hasLargeParts() const { return hasLarge; }

private:
  const int64_t *getKey(int64_t part) const {
    return keys.data() + part * keySize;
  }

  int64_t keySize;
  std::vector<int64_t> keys;
  struct Size {
    int64_t bytes;
    int64_t unit;
    bool isMade;
  };
  /// Of the parts that were added, until they are arranged.
  std::vector<Size> sizes;
  std::vector<Place> places;
  std::vector<Message> messages;
  bool hasLarge = false;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_PARTTABLE_H
