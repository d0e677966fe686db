//===- Link.cpp - A connection to a neighbour -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>

using namespace dtensor::runtime;

/// A message is its kind, the number of its bytes in four bytes, and these.
static constexpr size_t kHeader = 5;
/// Whoever announces a longer message is not of this job.
static constexpr size_t kMaxFields = 1 << 20;

void Link::send(Message::Kind kind, const std::string &fields) {
  if (!isOpen())
    return;
  size_t size = std::min(fields.size(), kMaxFields);
  unsent.push_back(static_cast<char>(kind));
  for (int shift = 0; shift < 32; shift += 8)
    unsent.push_back(static_cast<char>(size >> shift));
  unsent.append(fields, 0, size);
  flush();
}

void Link::flush() {
  while (isOpen() && !unsent.empty()) {
    ssize_t count =
        ::send(socket.get(), unsent.data(), unsent.size(), MSG_NOSIGNAL);
    if (count <= 0 && errno == EINTR)
      continue;
    // `receive` will find an error.
    if (count <= 0)
      return;
    unsent.erase(0, count);
  }
}

bool Link::receive() {
  while (isOpen()) {
    char bytes[4096];
    ssize_t count = recv(socket.get(), bytes, sizeof(bytes), 0);
    if (count > 0) {
      received.append(bytes, count);
      continue;
    }
    if (count == 0) {
      end = "it ended without notice";
      return false;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK)
      return true;
    if (errno == EINTR)
      continue;
    end = errno == ECONNRESET ? "it ended without notice"
                              : std::string("its host does not answer (") +
                                    strerror(errno) + ")";
    return false;
  }
  return false;
}

std::optional<Message> Link::next() {
  if (received.size() < kHeader)
    return std::nullopt;
  size_t size = 0;
  for (int i = 0; i < 4; ++i)
    size |= size_t(static_cast<unsigned char>(received[1 + i])) << (8 * i);
  if (size > kMaxFields) {
    end = "it sent bytes that are no message";
    close();
    return std::nullopt;
  }
  if (received.size() < kHeader + size)
    return std::nullopt;
  Message message{static_cast<Message::Kind>(received[0]),
                  received.substr(kHeader, size)};
  received.erase(0, kHeader + size);
  return message;
}
