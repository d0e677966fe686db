//===- Poller.h - The files that a thread waits for -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_POLLER_H
#define DTENSOR_RUNTIME_PROCESSES_POLLER_H

#include <algorithm>
#include <poll.h>
#include <vector>

namespace dtensor::runtime {

/// A set of a few open files, of which some event is awaited.
class Poller {
public:
  void add(int file, short events) { files.push_back({file, events, 0}); }
  void wait(int milliseconds) {
    poll(files.data(), files.size(), milliseconds);
  }
  /// Whether an event or an error of the file has come.
  bool isReady(int file) const {
    return std::any_of(files.begin(), files.end(), [&](const pollfd &entry) {
      return entry.fd == file && entry.revents != 0;
    });
  }

private:
  std::vector<pollfd> files;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_POLLER_H
