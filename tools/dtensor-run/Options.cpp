//===- Options.cpp - The options of dtensor-run ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "dtensor/Driver/AutoLayoutOptions.h"
#include "dtensor/Driver/LayoutOptions.h"
#include "dtensor/Driver/PlanningOptions.h"
#include "dtensor/Driver/ProcessorOption.h"
#include "dtensor/Driver/TraceOption.h"
#include "dtensor/Launch/Profile.h"
#include "dtensor/Launch/ValueOptions.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"

namespace cl = llvm::cl;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

static constexpr llvm::StringLiteral overview = R"(
  dtensor-run mlp.mlir --mesh "x=2,y=2" --layout "arg0=x,unsharded" \
      --input-dir data --expect-dir data --report

Partitions a tensor program for the devices of a mesh, compiles it, runs it in
this process, and shows or checks its results. A StableHLO program may expect
something of its own values (check.expect_eq and the like). This is checked as
well. A file may hold several programs, separated by lines `// -----`. They run
one after the other. If a program has no 'main', all functions without arguments
run.

Exit codes: 0 done; 1 a check failed or the program raised an error; 2 bad usage
or bad input.
)";

//===----------------------------------------------------------------------===//
// The options of the command line
//===----------------------------------------------------------------------===//

static cl::OptionCategory category("dtensor-run options");

static cl::opt<std::string>
    programFlag(cl::Positional, cl::desc("PROGRAM.mlir"), cl::cat(category));
static LayoutOptions layoutOptions(category);
static ProcessorOption processorOption(category);
static PlanningOptions planningOptions(category);
static AutoLayoutOptions
    autoLayoutOptions(category,
                      "the machine on which plans of layouts are priced, also "
                      "for --predict, --auto-layout and the predicted times of "
                      "--profile; examples are in examples/machines");
static TraceOption traceOption(category);

static ValueOptions valueOptions(category);
static cl::opt<std::string> inputCheckpointFlag(
    "input-checkpoint", cl::value_desc("PATH"), cl::cat(category),
    cl::desc("checkpoint with the values of the arguments, by their names, or "
             "arg0, arg1 ..."));
static cl::opt<std::string> outputCheckpointFlag(
    "output-checkpoint", cl::value_desc("PATH"), cl::cat(category),
    cl::desc("write a checkpoint of the results, in their layouts: out0, out1 "
             "..., or the names of the arguments whose memory they take"));

static cl::opt<std::string> checkFlag(
    "check", cl::ValueOptional,
    cl::value_desc("[reference][,each-op]|values=DIR"), cl::cat(category),
    cl::desc(
        "compare the results with a run of the same program on one device; "
        "with 'reference', compare with the reference interpreter, which "
        "shares nothing with the compiler; with 'each-op', compare every value "
        "of the function; with 'values=DIR', compare with files made "
        "elsewhere: outK.npy for results, NAME.npy for values %NAME"));
static cl::opt<std::string> interpretFlag(
    "interpret", cl::ValueOptional, cl::cat(category),
    cl::desc("evaluate the program with the reference interpreter alone, "
             "without devices and machine code"));
static cl::opt<std::string> interpretLimitFlag(
    "interpret-limit", cl::value_desc("N"), cl::cat(category),
    cl::desc("number of scalar operations after which the interpreter gives up "
             "(default 10000000000; 0: never)"));

static cl::opt<std::string>
    reportFlag("report", cl::ValueOptional, cl::value_desc("FILE.json"),
               cl::cat(category),
               cl::desc("print the communication report: a table on stderr, or "
                        "JSON in a file"));
static cl::opt<std::string> predictFlag(
    "predict", cl::ValueOptional, cl::value_desc("FILE.json"),
    cl::cat(category),
    cl::desc("print the predicted time of a run on the machine of --machine, "
             "its parts and the bytes on each link, or write them as JSON to a "
             "file; runs nothing"));
static cl::opt<std::string>
    printLayoutsFlag("print-layouts", cl::ValueOptional, cl::cat(category),
                     cl::desc("print name, type, layout and local shape of "
                              "every value of the function"));
static cl::list<std::string>
    showLayoutFlags("show-layout", cl::value_desc("%v"), cl::cat(category),
                    cl::desc("draw which devices hold which part of a value"));
static cl::opt<std::string>
    explainFlag("explain", cl::value_desc("%v"), cl::cat(category),
                cl::desc("explain how the layout of a value came about, step "
                         "by step back to an annotation"));
static cl::opt<std::string> remarksFilterFlag(
    "remarks-filter", cl::value_desc("REGEX"), cl::cat(category),
    cl::desc("show remarks of these categories: dtensor-layouts"));
static cl::opt<std::string>
    timeFlag("time", cl::ValueOptional, cl::value_desc("REPS"),
             cl::cat(category),
             cl::desc("measure the time of REPS runs (default 10): minimum, "
                      "median, and the time of compilation"));
static cl::opt<std::string>
    timeJSONFlag("time-json", cl::value_desc("FILE"), cl::cat(category),
                 cl::desc("write the times as JSON to a file"));
static cl::opt<std::string> profileFlag(
    "profile", cl::value_desc("FILE.json"), cl::cat(category),
    cl::desc("record the time, wait and bytes of each op and collective on "
             "each device: a Chrome trace in the file, and a table of the most "
             "expensive ones; with --time, of the runs that are timed"));
static cl::opt<std::string> dumpAfterFlag(
    "dump-after", cl::value_desc("STAGE"), cl::cat(category),
    cl::desc("print the IR after a stage, and do not run the program: import, "
             "propagate, relayout, expand, optimize, bufferize, llvm"));
static cl::opt<std::string>
    watchdogFlag("watchdog", cl::value_desc("SECONDS"), cl::cat(category),
                 cl::desc("end with an error if a device waits longer "
                          "(default 60 for several processes)"));
static cl::opt<std::string> processOrderFlag(
    "process-order", cl::value_desc("DIMS"), cl::cat(category),
    cl::desc("under mpirun: deal out devices to processes in the row-major "
             "order of these mesh dimensions, such as y,x"));
static cl::opt<std::string> flightRecordsFlag(
    "flight-records", cl::value_desc("DIR"), cl::cat(category),
    cl::desc("after an error, write the last collectives of each device to "
             "files"));
static cl::opt<std::string> readFlightRecordsFlag(
    "read-flight-records", cl::value_desc("DIR"), cl::cat(category),
    cl::desc("print the first collective at which the devices of a failed run "
             "differ; runs no program"));

static cl::opt<double> progressAfterFlag(
    "progress-after", cl::value_desc("SECONDS"), cl::init(2), cl::Hidden,
    cl::cat(category),
    cl::desc(
        "seconds after which a terminal shows the present step (default 2)"));

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static Error readCheck(RunOptions &options) {
  if (checkFlag.getNumOccurrences() == 0)
    return Error::success();
  StringRef value = checkFlag;
  if (value.consume_front("values=")) {
    if (value.empty())
      return llvm::createStringError("--check=values=: required a directory");
    options.check = CheckWith::Values;
    options.checkDirectory = value.str();
    return Error::success();
  }
  bool isOneProcess = value == "one-process";
  bool isReference = value == "reference" || value == "reference,each-op";
  options.check = isReference    ? CheckWith::Reference
                  : isOneProcess ? CheckWith::OneProcess
                                 : CheckWith::OneDevice;
  options.compile.verifyBuffers = true;
  options.checkEachOp = value == "each-op" || value == "reference,each-op";
  if (value.empty() || isReference || isOneProcess || options.checkEachOp)
    return Error::success();
  return llvm::createStringError(
      "--check: required no value, each-op, one-process, reference, "
      "reference,each-op or values=DIR, found '" +
      checkFlag + "'");
}

/// The interpreter neither partitions nor compiles.
static Error checkInterpreted(const RunOptions &options) {
  if (!options.interpret)
    return Error::success();
  const char *option = nullptr;
  if (options.check == CheckWith::OneDevice ||
      options.check == CheckWith::OneProcess ||
      options.check == CheckWith::Reference)
    option = "--check";
  else if (options.timedRuns)
    option = "--time";
  else if (options.dumpAfter)
    option = "--dump-after";
  else if (!options.profileFile.empty())
    option = "--profile";
  else if (options.reportTable || !options.reportFile.empty())
    option = "--report";
  else if (options.predicts)
    option = "--predict";
  else if (options.printLayouts)
    option = "--print-layouts";
  else if (!options.showLayouts.empty())
    option = "--show-layout";
  else if (!options.compile.explain.empty())
    option = "--explain";
  else if (options.replicationLimit)
    option = "--no-full-replication";
  else if (options.autoLayout)
    option = "--auto-layout";
  if (!option)
    return Error::success();
  return llvm::createStringError(
      Twine("--interpret neither partitions nor compiles: required no ") +
      option);
}

/// Nothing is run for a prediction.
static Error readPrediction(RunOptions &options) {
  options.predicts = predictFlag.getNumOccurrences();
  if (!options.predicts)
    return Error::success();
  if (!options.compile.machine)
    return llvm::createStringError(
        "--predict: required --machine=FILE.json, found none");
  options.predictionFile = predictFlag;
  const char *option = nullptr;
  if (options.check != CheckWith::Nothing)
    option = "--check";
  else if (options.timedRuns)
    option = "--time";
  else if (options.dumpAfter)
    option = "--dump-after";
  else if (!options.profileFile.empty())
    option = "--profile";
  else if (options.areNamed())
    option = "files of values";
  if (option)
    return llvm::createStringError(
        Twine("--predict runs nothing: required no ") + option);
  return Error::success();
}

static Error checkCheckpoints(const RunOptions &options) {
  if (!options.inputCheckpoint.empty() &&
      (!options.inputs.empty() || !options.inputDirectory.empty()))
    return llvm::createStringError("--input-checkpoint and --input or "
                                   "--input-dir both say what the arguments "
                                   "are");
  if (!options.outputCheckpoint.empty() && options.interpret)
    return llvm::createStringError("--output-checkpoint: results of "
                                   "--interpret have no layouts");
  return Error::success();
}

Expected<RunOptions> parseCommandLine(int argc, char **argv) {
  if (Error error = parseFlags(argc, argv, category, overview))
    return std::move(error);
  if (Error error = traceOption.enable())
    return std::move(error);
  RunOptions options;
  options.readFlightRecords = readFlightRecordsFlag;
  if (!options.readFlightRecords.empty())
    return options;
  if (programFlag.empty())
    return llvm::createStringError("required a file PROGRAM.mlir, found none");
  Expected<ValueFiles> files = valueOptions.read();
  if (!files)
    return files.takeError();
  static_cast<ValueFiles &>(options) = std::move(*files);
  options.program = programFlag;
  options.inputCheckpoint = inputCheckpointFlag;
  options.outputCheckpoint = outputCheckpointFlag;
  options.entry = layoutOptions.getEntry();
  if (Error error = readCheck(options))
    return std::move(error);
  options.reportTable = reportFlag.getNumOccurrences() && reportFlag.empty();
  options.reportFile = reportFlag;
  options.showLayouts = showLayoutFlags;
  options.timesFile = timeJSONFlag;
  options.profileFile = profileFlag;
  if (profileFlag.getNumOccurrences() && options.profileFile.empty())
    return llvm::createStringError("--profile: required a file, found none");
  options.compile.events = !options.profileFile.empty();
  options.compile.explain = explainFlag;
  options.remarks = remarksFilterFlag;
  std::string wrong;
  if (!options.remarks.empty() && !llvm::Regex(options.remarks).isValid(wrong))
    return llvm::createStringError("--remarks-filter: required a regular "
                                   "expression, found '" +
                                   remarksFilterFlag + "': " + wrong);

  constexpr unsigned defaultTimedRuns = 10;
  if (timeFlag.getNumOccurrences() || !timeJSONFlag.empty())
    options.timedRuns = defaultTimedRuns;
  Expected<LayoutRequest> layouts = layoutOptions.readRequest();
  if (!layouts)
    return layouts.takeError();
  options.layouts = std::move(*layouts);
  Error error = readSwitch(printLayoutsFlag, options.printLayouts);
  if (!error)
    error = readSwitch(interpretFlag, options.interpret);
  if (!error)
    error = readInteger(interpretLimitFlag, options.interpretLimit);
  if (!error)
    error = planningOptions.read(options.compile);
  if (!error) {
    auto limit = planningOptions.readReplicationLimit();
    if (!limit)
      return limit.takeError();
    options.replicationLimit = *limit;
  }
  if (!error)
    error = autoLayoutOptions.readMachine(options.compile);
  if (!error)
    error =
        autoLayoutOptions.read(layoutOptions, options.layouts, options.compile)
            .moveInto(options.autoLayout);
  if (!error)
    error = readNumber(watchdogFlag, options.compile.watchdog);
  options.compile.flightRecords = flightRecordsFlag;
  options.hasWatchdog = watchdogFlag.getNumOccurrences();
  options.processOrder = readProcessOrder(processOrderFlag);
  options.commandLine = llvm::join(llvm::ArrayRef(argv + 1, argc - 1), " ");
  options.progressAfter = progressAfterFlag;
  if (!error && !timeFlag.empty())
    error = readInteger(timeFlag, options.timedRuns);
  if (!error && dumpAfterFlag.getNumOccurrences())
    error = readFlag(dumpAfterFlag,
                     "import, propagate, relayout, expand, optimize, "
                     "bufferize or llvm",
                     options.dumpAfter.emplace(), parseStage);
  if (!error)
    error = readPrediction(options);
  if (!error) {
    bool runs = !options.dumpAfter && !options.interpret && !options.predicts;
    Expected<Processor> processor = processorOption.read(runs);
    if (!processor)
      return processor.takeError();
    options.compile.processor = std::move(*processor);
  }
  if (!error)
    error = checkInterpreted(options);
  if (!error)
    error = checkCheckpoints(options);
  if (!error && profileFlag.getNumOccurrences())
    error = checkWritable(options.profileFile);
  if (error)
    return std::move(error);
  return options;
}

} // namespace dtensor
