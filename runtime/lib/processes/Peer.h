//===- Peer.h - A neighbour in the liveness channel -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_PEER_H
#define DTENSOR_RUNTIME_PROCESSES_PEER_H

#include "Endpoint.h"
#include "Link.h"
#include "Poller.h"

#include <chrono>
#include <vector>

namespace dtensor::runtime {

/// A neighbour, as one process sees it: the connection to it, and on the same
/// host the notice of its end.
///
/// Both neighbours connect to each other, by all addresses at once, because a
/// refused connection shows that the other one has ended. The connection that
/// lasts is the first one of the lower rank over which both have told each
/// other's secret.
class Peer {
public:
  using Clock = std::chrono::steady_clock;

  Peer(const Endpoint &own, Endpoint endpoint, double hostSeconds);

  void addTo(Poller &poller) const;
  /// Goes on with connecting, and receives.
  void advance(const Poller &poller);
  /// Takes a connection that the neighbour has opened, after its first message.
  void adopt(Link &&connection);

  /// The reason if the neighbour has ended, or cannot be reached. Otherwise
  /// empty.
  std::string findEnd(const Poller &poller) const;
  /// Closes everything, so that the neighbour is not looked at any more.
  void forget();
  bool isForgotten() const { return forgotten; }

  const ProcessName &getName() const { return endpoint.name; }
  bool isConnected() const { return link.isOpen(); }

  Link link;
  /// The last time at which it has sent something.
  Clock::time_point heard = Clock::now();
  /// The seconds of silence that have been told to others.
  int64_t toldSilence = 0;
  /// Whether it knows the news, or has sent them.
  bool knowsNews = false;
  /// Whether it has said that it may end.
  bool hasLeft = false;

private:
  void keep(Link &&connection);

  const Endpoint &own;
  Endpoint endpoint;
  double hostSeconds;
  bool isOnThisHost;
  Descriptor sentinel;
  struct Trial {
    Link link;
    bool isConnected = false;
  };
  std::vector<Trial> trials;
  std::string refusal;
  std::string linkEnd;
  bool forgotten = false;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_PEER_H
