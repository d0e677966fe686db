//===- Descriptor.h - An open file of the system ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_DESCRIPTOR_H
#define DTENSOR_RUNTIME_PROCESSES_DESCRIPTOR_H

#include <unistd.h>
#include <utility>

namespace dtensor::runtime {

/// A file descriptor that is closed with this object.
class Descriptor {
public:
  explicit Descriptor(int number = -1) : number(number) {}
  Descriptor(Descriptor &&other) : number(std::exchange(other.number, -1)) {}
  Descriptor &operator=(Descriptor &&other) {
    std::swap(number, other.number);
    return *this;
  }
  ~Descriptor() { close(); }

  bool isOpen() const { return number >= 0; }
  int get() const { return number; }
  void close() {
    if (isOpen())
      ::close(std::exchange(number, -1));
  }

private:
  int number;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_DESCRIPTOR_H
