//===- Fields.h - The parts of a message ------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_FIELDS_H
#define DTENSOR_RUNTIME_PROCESSES_FIELDS_H

#include <cstdint>
#include <string>
#include <string_view>

namespace dtensor::runtime {

/// Writes texts and numbers one after the other.
class FieldWriter {
public:
  FieldWriter &add(std::string_view text) {
    add(static_cast<int64_t>(text.size()));
    bytes.append(text);
    return *this;
  }
  FieldWriter &add(int64_t number) {
    for (int shift = 0; shift < 64; shift += 8)
      bytes.push_back(static_cast<char>(number >> shift));
    return *this;
  }
  const std::string &get() const { return bytes; }

private:
  std::string bytes;
};

/// Reads what a FieldWriter has written. Bytes that it has not written are
/// read as empty texts and zeros, and then `isGood` is false.
class FieldReader {
public:
  explicit FieldReader(std::string_view bytes) : rest(bytes) {}

  int64_t readNumber() {
    uint64_t number = 0;
    std::string_view bytes = take(8);
    for (size_t i = 0; i < bytes.size(); ++i)
      number |= uint64_t(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return static_cast<int64_t>(number);
  }
  std::string readText() {
    return std::string(take(static_cast<uint64_t>(readNumber())));
  }

  bool isGood() const { return good; }

private:
  std::string_view take(uint64_t size) {
    if (size > rest.size()) {
      good = false;
      return {};
    }
    std::string_view taken = rest.substr(0, size);
    rest.remove_prefix(size);
    return taken;
  }

  std::string_view rest;
  bool good = true;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_FIELDS_H
