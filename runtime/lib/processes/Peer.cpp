//===- Peer.cpp - A neighbour in the liveness channel ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peer.h"
#include "Sentinel.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>

using namespace dtensor::runtime;

Peer::Peer(const Endpoint &own, Endpoint newEndpoint, double hostSeconds)
    : own(own), endpoint(std::move(newEndpoint)), hostSeconds(hostSeconds),
      isOnThisHost(endpoint.host == own.host) {
  if (isOnThisHost) {
    sentinel = watchProcess(endpoint.name.pid);
    if (!sentinel.isOpen() && errno == ESRCH)
      linkEnd = "it ended without notice";
    endpoint.addresses.insert(endpoint.addresses.begin(), {"127.0.0.1", "::1"});
  }
  for (const std::string &address : endpoint.addresses) {
    Descriptor socket = connectTo(address, endpoint.port);
    if (socket.isOpen()) {
      prepareSocket(socket.get(), hostSeconds);
      trials.push_back({Link(std::move(socket))});
    } else {
      refusal = strerror(errno);
    }
  }
}

void Peer::addTo(Poller &poller) const {
  if (sentinel.isOpen())
    poller.add(sentinel.get(), POLLIN);
  if (link.isOpen())
    poller.add(link.getSocket(), POLLIN | (link.hasUnsent() ? POLLOUT : 0));
  for (const Trial &trial : trials)
    poller.add(trial.link.getSocket(), trial.isConnected ? POLLIN : POLLOUT);
}

void Peer::keep(Link &&connection) {
  link = std::move(connection);
  trials.clear();
  heard = Clock::now();
}

void Peer::adopt(Link &&connection) {
  FieldWriter hello;
  hello.add(endpoint.secret).add(own.name.rank);
  prepareSocket(connection.getSocket(), hostSeconds);
  connection.send(Message::Kind::Hello, hello.get());
  keep(std::move(connection));
}

void Peer::advance(const Poller &poller) {
  bool keepsOwn = own.name.rank < endpoint.name.rank;
  for (size_t i = 0; i < trials.size(); ++i) {
    Trial &trial = trials[i];
    if (!poller.isReady(trial.link.getSocket()))
      continue;
    bool good = true;
    if (!trial.isConnected) {
      int problem = 0;
      socklen_t size = sizeof(problem);
      getsockopt(trial.link.getSocket(), SOL_SOCKET, SO_ERROR, &problem, &size);
      trial.isConnected = true;
      good = problem == 0;
      if (!good)
        refusal = strerror(problem);
      FieldWriter hello;
      hello.add(endpoint.secret).add(own.name.rank);
      if (good && keepsOwn)
        trial.link.send(Message::Kind::Hello, hello.get());
    } else {
      good = trial.link.receive();
      if (std::optional<Message> message = trial.link.next()) {
        FieldReader fields(message->fields);
        if (message->kind == Message::Kind::Hello &&
            fields.readText() == own.secret &&
            fields.readNumber() == endpoint.name.rank) {
          // The reference to the trial ends here.
          Link connection = std::move(trial.link);
          return keep(std::move(connection));
        }
        good = false;
      }
      if (!good)
        refusal = "connection closed";
    }
    if (!good)
      trials.erase(trials.begin() + i--);
  }
  if (link.isOpen() && linkEnd.empty() && !link.receive())
    linkEnd = link.getEnd();
}

std::string Peer::findEnd(const Poller &poller) const {
  if (!linkEnd.empty())
    return linkEnd;
  if (sentinel.isOpen() && poller.isReady(sentinel.get()))
    return "it ended without notice";
  if (link.isOpen() || !trials.empty())
    return "";
  std::string text =
      "it cannot be reached at port " + std::to_string(endpoint.port) + " of";
  for (const std::string &address : endpoint.addresses)
    text += " " + address;
  return refusal.empty() ? text : text + " (" + refusal + ")";
}

void Peer::forget() {
  link.close();
  sentinel.close();
  trials.clear();
  forgotten = true;
}
