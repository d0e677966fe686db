//===- Machine.h - Devices and the links between them -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_MACHINE_MACHINE_H
#define DTENSOR_MACHINE_MACHINE_H

#include "dtensor/Layout/Layout.h"
#include <limits>
#include <map>

namespace dtensor {

/// One device of a machine. All devices are alike.
struct MachineDevice {
  /// The scalar operations per second, by the name of the element type as MLIR
  /// prints it. `other` stands for all types that are not listed.
  std::map<std::string, double> operations;
  /// The fraction of these rates that programs reach.
  double reached = 1;
  /// Bytes per second, and bytes.
  double memoryBandwidth = 0;
  double memoryBytes = 0;

  /// The operations per second that a program reaches.
  double getRate(llvm::StringRef elementType) const;
};

/// The parameters of messages. They are those of LogGP (Alexandrov et al.,
/// 1995).
struct MessageParameters {
  /// They hold for messages of at least so many bytes.
  double least = 0;
  /// The seconds from the start of sending an empty message to its receipt.
  double latency = 0;
  /// The seconds between the starts of two messages of one device.
  double gap = 0;
  /// The bytes per second of one link in one direction. A message takes one
  /// link.
  double bandwidth = 0;
  /// The bytes per second of received vectors that a device combines with its
  /// own.
  double combining = 0;
  /// The bytes per second at which a device copies its own part of what it
  /// gathers.
  double copying = std::numeric_limits<double>::infinity();
};

/// One level of a machine joins *units* of the level below to a larger unit:
/// the first level joins devices to hosts, for example, and the next one hosts
/// to a cluster.
struct MachineLevel {
  std::string name;
  /// The number of units that are joined.
  int64_t size = 1;
  /// The parameters by size of message, in growing order; the first are those
  /// of the smallest messages. Libraries send messages of different sizes in
  /// different ways.
  std::vector<MessageParameters> messages;
  /// The number of links that each joined unit has, such as the NICs of a host.
  int64_t links = 1;

  const MessageParameters &getParameters(double messageBytes) const;
};

/// A machine, from which the time of a program is predicted.
class Machine {
public:
  /// `levels` begins with the one that joins devices.
  Machine(std::string name, MachineDevice device,
          std::vector<MachineLevel> levels)
      : name(std::move(name)), device(std::move(device)),
        levels(std::move(levels)) {}

  llvm::StringRef getName() const { return name; }
  const MachineDevice &getDevice() const { return device; }
  llvm::ArrayRef<MachineLevel> getLevels() const { return levels; }

  /// The number of devices of a unit that `level` joins: 1 for level 0.
  int64_t getUnitDevices(unsigned level) const;
  int64_t getNumDevices() const { return getUnitDevices(levels.size()); }

  /// The fraction of a link's bandwidth that each device gets at a level if all
  /// devices of a mesh send at once, and those of one unit share its links.
  double getLinkShare(unsigned level, const Mesh &mesh) const;

  /// Errors: the mesh has more devices than the machine.
  llvm::Error checkFits(const Mesh &mesh) const;

private:
  std::string name;
  MachineDevice device;
  std::vector<MachineLevel> levels;
};

/// Reads a machine from a JSON file. Errors name the path of the key, what was
/// required and what was found: a missing or unknown key, a value of another
/// type or out of range.
llvm::Expected<Machine> readMachine(llvm::StringRef path);

/// The same from text.
llvm::Expected<Machine> parseMachine(llvm::StringRef text);

} // namespace dtensor

#endif // DTENSOR_MACHINE_MACHINE_H
