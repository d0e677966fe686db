//===- Machine.cpp - Devices and the links between them -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Machine/Machine.h"

using namespace dtensor;

double MachineDevice::getRate(llvm::StringRef elementType) const {
  auto rate = operations.find(elementType.str());
  if (rate == operations.end())
    rate = operations.find("other");
  return rate->second * reached;
}

int64_t Machine::getUnitDevices(unsigned level) const {
  int64_t devices = 1;
  for (const MachineLevel &below : llvm::ArrayRef(levels).take_front(level))
    devices *= below.size;
  return devices;
}

const MessageParameters &
MachineLevel::getParameters(double messageBytes) const {
  auto larger =
      llvm::find_if(llvm::drop_begin(messages), [&](const auto &range) {
        return messageBytes < range.least;
      });
  return *std::prev(larger);
}

double Machine::getLinkShare(unsigned level, const Mesh &mesh) const {
  double senders = std::min(getUnitDevices(level), mesh.getNumDevices());
  return std::min(1.0, levels[level].links / senders);
}

llvm::Error Machine::checkFits(const Mesh &mesh) const {
  if (mesh.getNumDevices() <= getNumDevices())
    return llvm::Error::success();
  return llvm::createStringError(
      "the machine '" + name + "' has " + llvm::Twine(getNumDevices()) +
      " devices: required at least the " + llvm::Twine(mesh.getNumDevices()) +
      " of the mesh " + mesh.str());
}
