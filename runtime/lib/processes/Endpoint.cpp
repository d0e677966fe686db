//===- Endpoint.cpp - The addresses of a process --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Endpoint.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>

using namespace dtensor::runtime;

std::string Endpoint::write() const {
  FieldWriter fields;
  name.write(fields);
  fields.add(host).add(secret).add(port);
  fields.add(static_cast<int64_t>(addresses.size()));
  for (const std::string &address : addresses)
    fields.add(address);
  return fields.get();
}

bool Endpoint::read(const std::string &bytes) {
  FieldReader fields(bytes);
  name = ProcessName::read(fields);
  host = fields.readText();
  secret = fields.readText();
  port = fields.readNumber();
  int64_t count = fields.readNumber();
  addresses.clear();
  for (int64_t i = 0; i < count && fields.isGood(); ++i)
    addresses.push_back(fields.readText());
  return fields.isGood();
}

/// The number of a namespace of the calling process.
static std::string getNamespace(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 ? std::to_string(status.st_ino) : "unknown";
}

static std::string getHostKey() {
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  return boot + "/" + getNamespace("/proc/self/ns/pid") + "/" +
         getNamespace("/proc/self/ns/net");
}

static std::string makeSecret() {
  std::string secret(16, '\0');
  if (getrandom(secret.data(), secret.size(), 0) !=
      static_cast<ssize_t>(secret.size()))
    secret.clear();
  return secret;
}

static std::vector<std::string> findAddresses(const std::string &only) {
  std::vector<std::string> addresses;
  ifaddrs *list = nullptr;
  if (getifaddrs(&list) != 0)
    return addresses;
  for (ifaddrs *entry = list; entry; entry = entry->ifa_next) {
    bool isLoopback = entry->ifa_flags & IFF_LOOPBACK;
    if (!entry->ifa_addr || !(entry->ifa_flags & IFF_UP) ||
        (only.empty() ? isLoopback : only != entry->ifa_name))
      continue;
    char text[INET6_ADDRSTRLEN] = "";
    if (entry->ifa_addr->sa_family == AF_INET) {
      auto *address = reinterpret_cast<sockaddr_in *>(entry->ifa_addr);
      inet_ntop(AF_INET, &address->sin_addr, text, sizeof(text));
    } else if (entry->ifa_addr->sa_family == AF_INET6) {
      auto *address = reinterpret_cast<sockaddr_in6 *>(entry->ifa_addr);
      // An address of a single link means nothing elsewhere.
      if (!IN6_IS_ADDR_LINKLOCAL(&address->sin6_addr))
        inet_ntop(AF_INET6, &address->sin6_addr, text, sizeof(text));
    }
    if (*text)
      addresses.push_back(text);
  }
  freeifaddrs(list);
  return addresses;
}

static Descriptor listenOn(int family, int64_t &port) {
  Descriptor socket(
      ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  sockaddr_storage storage = {};
  socklen_t size;
  if (family == AF_INET6) {
    // It takes connections of IPv4 as well.
    int off = 0;
    setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
    reinterpret_cast<sockaddr_in6 &>(storage).sin6_family = AF_INET6;
    size = sizeof(sockaddr_in6);
  } else {
    reinterpret_cast<sockaddr_in &>(storage).sin_family = AF_INET;
    size = sizeof(sockaddr_in);
  }
  auto *address = reinterpret_cast<sockaddr *>(&storage);
  if (!socket.isOpen() || bind(socket.get(), address, size) != 0 ||
      listen(socket.get(), 64) != 0 ||
      getsockname(socket.get(), address, &size) != 0)
    return Descriptor();
  port = ntohs(family == AF_INET6
                   ? reinterpret_cast<sockaddr_in6 &>(storage).sin6_port
                   : reinterpret_cast<sockaddr_in &>(storage).sin_port);
  return socket;
}

Descriptor dtensor::runtime::listenAt(Endpoint &own, const std::string &only,
                                      std::string &error) {
  own.host = getHostKey();
  own.secret = makeSecret();
  own.addresses = findAddresses(only);
  if (!only.empty() && own.addresses.empty()) {
    error =
        "required a network interface with an address, found '" + only + "'";
    return Descriptor();
  }
  Descriptor socket = listenOn(AF_INET6, own.port);
  if (!socket.isOpen())
    socket = listenOn(AF_INET, own.port);
  if (!socket.isOpen())
    error = std::string("cannot open a port for other processes: ") +
            strerror(errno);
  return socket;
}

Descriptor dtensor::runtime::connectTo(const std::string &address,
                                       int64_t port) {
  sockaddr_storage storage = {};
  socklen_t size = 0;
  auto &v4 = reinterpret_cast<sockaddr_in &>(storage);
  auto &v6 = reinterpret_cast<sockaddr_in6 &>(storage);
  if (inet_pton(AF_INET, address.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    size = sizeof(v4);
  } else if (inet_pton(AF_INET6, address.c_str(), &v6.sin6_addr) == 1) {
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    size = sizeof(v6);
  } else {
    errno = EINVAL;
    return Descriptor();
  }
  Descriptor socket(::socket(storage.ss_family,
                             SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (socket.isOpen() &&
      connect(socket.get(), reinterpret_cast<sockaddr *>(&storage), size) !=
          0 &&
      errno != EINPROGRESS) {
    int problem = errno;
    socket.close();
    errno = problem;
  }
  return socket;
}

void dtensor::runtime::prepareSocket(int socket, double seconds) {
  int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  unsigned milliseconds = seconds * 1000;
  setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds,
             sizeof(milliseconds));
}
