//===- Link.h - A connection to a neighbour ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_LINK_H
#define DTENSOR_RUNTIME_PROCESSES_LINK_H

#include "Descriptor.h"
#include "Message.h"

#include <optional>
#include <string>

namespace dtensor::runtime {

/// A TCP connection that carries messages. Nothing waits: bytes that the system
/// does not take at once are kept until `send` or `flush` is called again.
class Link {
public:
  Link() = default;
  /// Takes a connected socket that does not block.
  explicit Link(Descriptor socket) : socket(std::move(socket)) {}

  bool isOpen() const { return socket.isOpen(); }
  int getSocket() const { return socket.get(); }
  bool hasUnsent() const { return !unsent.empty(); }
  void close() { socket.close(); }

  void send(Message::Kind kind, const std::string &fields = "");
  void flush();

  /// Takes all bytes that have come. Returns false if no more will come;
  /// `getEnd` then has the reason. Messages may still be there.
  bool receive();
  /// The next message, if all of it has come.
  std::optional<Message> next();
  const std::string &getEnd() const { return end; }

private:
  Descriptor socket;
  std::string unsent;
  std::string received;
  std::string end;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_LINK_H
