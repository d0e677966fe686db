//===- FlightRecords.h - The records of a failed run ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_FLIGHTRECORDS_H
#define DTENSOR_LAUNCH_FLIGHTRECORDS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dtensor {

/// The flight records that the processes of a failed run have written: the last
/// collectives of each device (docs/Failures.md). It finds the first one at
/// which devices differ.
class FlightRecords {
public:
  struct Record {
    /// The number among all of the device, and among those of the same mesh
    /// dimensions.
    uint64_t number = 0, groupNumber = 0;
    /// The mesh dimensions of the group, as bits.
    uint64_t group = 0;
    uint64_t site = 0;
    std::string op, type, extents, where;
    bool hasEnded = false;

    /// Whether both are the same collective of two members of its group.
    bool matches(const Record &other) const;
  };
  struct Process {
    int64_t rank = 0;
    std::string host, pid, error;
  };
  struct Device {
    int64_t process = 0;
    std::vector<Record> records;
  };
  /// Two members of a group, and the first collective at which they differ.
  /// A device without one has not come to it.
  struct Difference {
    int64_t devices[2];
    std::optional<Record> records[2];
    /// The last one at which they agree, if it is known.
    std::optional<Record> agreed;
  };

  /// Reads all files of a folder. Errors: no such folder, none in it, a file
  /// that is no such file or was cut off, files of different runs.
  static llvm::Expected<FlightRecords> read(llvm::StringRef folder);

  /// The first difference: with the smallest number, and devices that are at
  /// different collectives before devices of which one is behind.
  std::optional<Difference> findDifference() const;

  void print(llvm::raw_ostream &os) const;

private:
  llvm::Error readFile(llvm::StringRef path);
  uint64_t getCoordinate(uint64_t device, size_t dim) const;
  /// The mesh dimensions along which two devices differ, as bits.
  uint64_t getDifferentDims(uint64_t a, uint64_t b) const;
  std::optional<Difference> compare(int64_t a, int64_t b) const;
  void printSide(llvm::raw_ostream &os, const Difference &difference,
                 int side) const;

  std::vector<uint64_t> mesh;
  std::map<int64_t, Process> processes;
  std::map<int64_t, Device> devices;
};

} // namespace dtensor

#endif // DTENSOR_LAUNCH_FLIGHTRECORDS_H
