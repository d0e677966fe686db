//===- LaunchFlags.cpp - Options of compiled programs ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/LaunchFlags.h"

#include "llvm/ADT/StringExtras.h"

namespace cl = llvm::cl;
using llvm::Error;
using llvm::Expected;

namespace dtensor {

LaunchFlags::LaunchFlags(cl::OptionCategory &category)
    : values(category),
      report("report", cl::ValueOptional, cl::value_desc("FILE.json"),
             cl::cat(category),
             cl::desc("write the communication report as JSON, to stderr or to "
                      "a file")),
      time("time", cl::ValueOptional, cl::value_desc("REPS"), cl::cat(category),
           cl::desc("measure the time of REPS runs (default 10): minimum and "
                    "median")),
      timesFile("time-json", cl::value_desc("FILE"), cl::cat(category),
                cl::desc("write the times as JSON to a file")),
      watchdog("watchdog", cl::value_desc("SECONDS"), cl::cat(category),
               cl::desc("end with an error if a device waits longer (default "
                        "60 for several processes)")),
      processOrder("process-order", cl::value_desc("DIMS"), cl::cat(category),
                   cl::desc("deal out devices to processes in the row-major "
                            "order of these mesh dimensions: y,x")),
      flightRecords(
          "flight-records", cl::value_desc("DIR"), cl::cat(category),
          cl::desc("after an error, write the last collectives of each device "
                   "to files, which 'dtensor-run --read-flight-records DIR' "
                   "compares")) {}

Expected<LaunchOptions> LaunchFlags::read(int argc, char **argv) const {
  constexpr unsigned kDefaultTimedRuns = 10;
  LaunchOptions options;
  Expected<ValueFiles> files = values.read();
  if (!files)
    return files.takeError();
  options.files = std::move(*files);
  options.printReport = report.getNumOccurrences() && report.empty();
  options.reportFile = report;
  options.timesFile = timesFile;
  options.flightRecords = flightRecords;
  if (time.getNumOccurrences() || !timesFile.empty())
    options.timedRuns = kDefaultTimedRuns;
  if (!time.empty())
    if (Error error = readInteger(time, options.timedRuns))
      return std::move(error);
  if (watchdog.getNumOccurrences())
    if (Error error = readNumber(watchdog, options.watchdog.emplace()))
      return std::move(error);
  options.processOrder = readProcessOrder(processOrder);
  options.commandLine = llvm::join(llvm::ArrayRef(argv + 1, argc - 1), " ");
  return options;
}

} // namespace dtensor
