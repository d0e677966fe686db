//===- ProcessName.cpp - A process as messages name it --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessName.h"

#include <unistd.h>

using namespace dtensor::runtime;

ProcessName ProcessName::getOwn(int64_t rank, std::string devices) {
  char host[256] = "";
  gethostname(host, sizeof(host) - 1);
  return {rank, getpid(), host, std::move(devices)};
}

std::string ProcessName::describe() const {
  std::string text = "process " + std::to_string(rank) + " (host " + host +
                     ", pid " + std::to_string(pid);
  if (!devices.empty())
    text += ", " + devices;
  return text + ")";
}

void ProcessName::write(FieldWriter &fields) const {
  fields.add(rank).add(pid).add(host).add(devices);
}

ProcessName ProcessName::read(FieldReader &fields) {
  ProcessName name;
  name.rank = fields.readNumber();
  name.pid = fields.readNumber();
  name.host = fields.readText();
  name.devices = fields.readText();
  return name;
}
