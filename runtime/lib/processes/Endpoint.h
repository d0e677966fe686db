//===- Endpoint.h - The addresses of a process ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_ENDPOINT_H
#define DTENSOR_RUNTIME_PROCESSES_ENDPOINT_H

#include "Descriptor.h"
#include "ProcessName.h"

#include <string>
#include <vector>

namespace dtensor::runtime {

/// The facts that a neighbour needs to reach a process. Processes exchange them
/// at the start.
struct Endpoint {
  ProcessName name;
  /// Equal for processes that see each other's ids and share a network, so
  /// that one can watch the other by its id.
  std::string host;
  /// Known to the processes of the job only.
  std::string secret;
  int64_t port = 0;
  /// IPv4 and IPv6, as text.
  std::vector<std::string> addresses;

  std::string write() const;
  /// Returns false if the bytes are no endpoint.
  bool read(const std::string &bytes);
};

/// Opens a port on all interfaces of this host and fills `port` and
/// `addresses`, `host` and `secret`. Only addresses of the interface `only`,
/// unless that is empty. Returns a closed descriptor and an error if that is
/// impossible.
Descriptor listenAt(Endpoint &own, const std::string &only, std::string &error);

/// Begins to connect a socket that does not block. Its result comes later, when
/// it can be written to. Returns a closed descriptor and sets `errno` if it
/// fails at once.
Descriptor connectTo(const std::string &address, int64_t port);

/// Sets up a connected socket: small messages leave at once, and it fails when
/// bytes are not acknowledged for `seconds`. The system of a stopped process
/// acknowledges them; a host that is cut off does not.
void prepareSocket(int socket, double seconds);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_ENDPOINT_H
