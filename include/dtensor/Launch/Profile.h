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
#include "llvm/ADT/STLFunctionalExtras.h"
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
/// docs/Profile.md describes the file and the tables.
class Profile {
public:
  /// Adds what a context has recorded. Its programs must still be loaded;
  /// `getName` tells their names. A program may run in several contexts.
  void add(DtContext &context,
           llvm::function_ref<std::string(DtProgram)> getName);

  /// Adds predicted times: the seconds of one run on one device, by key. The
  /// time of a place goes in equal parts to the events that have ops of it.
  void predict(const llvm::StringMap<double> &seconds);
  /// The key of the collectives of a kind at a place of the source, or if the
  /// kind is empty of all other ops there.
  static std::string getPredictionKey(llvm::StringRef kind,
                                      llvm::StringRef place);

  /// Writes a Chrome trace. `process` is the number of this process.
  void printAsTrace(llvm::raw_ostream &os, int64_t process) const;

  /// Prints a table for each of the `numRows` programs that took most time, of
  /// the `numRows` events that took most time.
  void printTables(llvm::raw_ostream &os, size_t numRows) const;

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
  struct Program {
    DtProgram program;
    std::string name;
    /// By number.
    std::vector<Event> events;
    int64_t numRuns = 0;
    int64_t numDevices = 0;
    /// The runs of all devices.
    int64_t numSamples = 0;
    double runSeconds = 0;
    double otherSeconds = 0;

    void add(const DtEventTotal &total);
    void predict(const llvm::StringMap<double> &seconds);
  };
  /// The number of a span's program is its number in `programs`.
  struct Device {
    int64_t index;
    std::vector<DtSpan> spans;
    int64_t numLost = 0;
  };

  size_t findProgram(DtProgram program,
                     llvm::function_ref<std::string(DtProgram)> getName);
  Device &findDevice(int64_t index);
  static std::string getName(const Event &event);
  static llvm::SmallVector<std::string> getPredictionKeys(const Event &event);
  /// The event of a span; null if it is not one of its program.
  const Event *findEvent(const DtSpan &span) const;
  std::string getName(const DtSpan &span) const;
  void printSpan(llvm::json::OStream &json, int64_t process,
                 const Device &device, const DtSpan &span) const;
  void printTable(llvm::raw_ostream &os, const Program &program,
                  size_t numRows) const;

  std::vector<Program> programs;
  std::vector<Device> devices;
  bool isPredicted = false;
};

/// The file of one of several processes: `p.3.json` for `p.json`.
std::string getFileOfProcess(llvm::StringRef path, int64_t process);

/// Whether a file can be written to `path`, so that a run is not in vain.
/// Errors: it cannot.
llvm::Error checkWritable(llvm::StringRef path);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_PROFILE_H
