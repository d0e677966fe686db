//===- Profile.h - What a program's time was spent on -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_PROFILE_H
#define DTENSOR_LAUNCH_PROFILE_H

#include "dtensor/Runtime/Profile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace dtensor {

/// The events of one or several runs, on the devices of this process.
/// docs/Profile.md describes the file and the table.
class Profile {
public:
  /// Reads what the context has recorded. The program must still be loaded.
  explicit Profile(DtContext &context);

  /// Adds predicted times: the seconds of one run on one device, by key. The
  /// time of a place goes in equal parts to the events that have ops of it.
  void predict(const llvm::StringMap<double> &seconds);
  /// The key of the collectives of a kind at a place of the source, or if the
  /// kind is empty of all other ops there.
  static std::string getPredictionKey(llvm::StringRef kind,
                                      llvm::StringRef place);

  /// Writes a Chrome trace. `process` is the number of this process, and
  /// `program` the name of the program.
  void printAsTrace(llvm::raw_ostream &os, int64_t process,
                    llvm::StringRef program) const;

  /// Prints the events that took most time, `numRows` of them.
  void printTable(llvm::raw_ostream &os, size_t numRows) const;

private:
  /// An op of the source. `place` may be empty.
  struct SourceOp {
    std::string name, place;
  };
  struct Event {
    DtEventKind kind = DT_LOOPS_EVENT;
    int64_t bytes = -1;
    std::vector<SourceOp> ops;
    std::string reason;
    /// Of all devices and runs.
    int64_t count = 0;
    double seconds = 0;
    double wait = 0;
    /// Of one execution; negative if it is not known.
    double predicted = -1;
  };
  struct Device {
    int64_t index;
    std::vector<DtSpan> spans;
    int64_t numLost;
  };

  static std::string getName(const Event &event);
  static llvm::SmallVector<std::string> getPredictionKeys(const Event &event);
  void printSpan(llvm::json::OStream &json, int64_t process,
                 const Device &device, const DtSpan &span) const;

  /// By number.
  std::vector<Event> events;
  std::vector<Device> devices;
  int64_t numRuns = 0;
  /// Of all devices.
  double runSeconds = 0;
  double otherSeconds = 0;
  bool isPredicted = false;
};

/// Whether a file can be written to `path`, so that a run is not in vain.
/// Errors: it cannot.
llvm::Error checkWritable(llvm::StringRef path);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_PROFILE_H
