//===- Options.cpp - What dtensor-run is asked for ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "dtensor/Driver/LayoutOptions.h"
#include "dtensor/Driver/ProcessorOption.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
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
this process and shows or checks its results. What a StableHLO program expects
of its own values (check.expect_eq and the like) is checked as well. Programs
that lines `// -----` separate are run one after the other, and so are all
functions that take nothing, where there is no 'main'.

Exit codes: 0 done; 1 a check failed or the program raised an error; 2 bad usage
or bad input.
)";

//===----------------------------------------------------------------------===//
// The options, as the command line has them
//===----------------------------------------------------------------------===//

static cl::OptionCategory category("dtensor-run options");

static cl::opt<std::string> programFlag(cl::Positional, cl::Required,
                                        cl::desc("PROGRAM.mlir"),
                                        cl::cat(category));
static LayoutOptions layoutOptions(category);
static ProcessorOption processorOption(category);

static cl::list<std::string> inputFlags("input", cl::value_desc("FILE.npy"),
                                        cl::cat(category),
                                        cl::desc("value of the next argument"));
static cl::opt<std::string>
    inputDirFlag("input-dir", cl::value_desc("DIR"), cl::cat(category),
                 cl::desc("values of the arguments: in0.npy, in1.npy ..."));
static cl::opt<std::string>
    randomInputsFlag("random-inputs", cl::value_desc("SEED"), cl::cat(category),
                     cl::desc("values for the arguments that have none"));
static cl::opt<std::string>
    outputDirFlag("output-dir", cl::value_desc("DIR"), cl::cat(category),
                  cl::desc("where to write the results: out0.npy ..."));

static cl::list<std::string>
    expectFlags("expect", cl::value_desc("FILE.npy"), cl::cat(category),
                cl::desc("expected value of the next result"));
static cl::opt<std::string>
    expectDirFlag("expect-dir", cl::value_desc("DIR"), cl::cat(category),
                  cl::desc("expected values of the results: out0.npy ..."));
static cl::opt<std::string>
    rtolFlag("rtol", cl::value_desc("number"), cl::cat(category),
             cl::desc("relative tolerance (default 1e-5)"));
static cl::opt<std::string>
    atolFlag("atol", cl::value_desc("number"), cl::cat(category),
             cl::desc("absolute tolerance (default 1e-6)"));
static cl::opt<std::string>
    checkFlag("check", cl::ValueOptional,
              cl::value_desc("[reference][,each-op]|values=DIR"),
              cl::cat(category),
              cl::desc("compare with a run of the same program on one device, "
                       "or with the reference interpreter, which shares "
                       "nothing with the compiler: the results, or every value "
                       "of the function (each-op); or with values made "
                       "elsewhere, outK.npy of results and NAME.npy of values "
                       "%NAME"));
static cl::opt<std::string>
    interpretFlag("interpret", cl::ValueOptional, cl::cat(category),
                  cl::desc("evaluate the program by the reference interpreter "
                           "alone, without devices and machine code"));
static cl::opt<std::string> interpretLimitFlag(
    "interpret-limit", cl::value_desc("N"), cl::cat(category),
    cl::desc("scalar operations after which the interpreter gives up (default "
             "10000000000; 0: never)"));

static cl::opt<std::string>
    reportFlag("report", cl::ValueOptional, cl::value_desc("FILE.json"),
               cl::cat(category),
               cl::desc("communication report: a table on stderr, or JSON in "
                        "a file"));
static cl::opt<std::string> noFullReplicationFlag(
    "no-full-replication", cl::ValueOptional, cl::cat(category),
    cl::desc("an error where a value is gathered whole on every device though "
             "no annotation asks for it"));
static cl::opt<std::string> replicationLimitFlag(
    "replication-limit", cl::value_desc("BYTES"), cl::cat(category),
    cl::desc("what --no-full-replication lets pass (default 0)"));
static cl::opt<std::string>
    printLayoutsFlag("print-layouts", cl::ValueOptional, cl::cat(category),
                     cl::desc("name, type, layout and local shape of every "
                              "value of the function"));
static cl::list<std::string>
    showLayoutFlags("show-layout", cl::value_desc("%v"), cl::cat(category),
                    cl::desc("draw which devices hold which part of a value"));
static cl::opt<std::string>
    explainFlag("explain", cl::value_desc("%v"), cl::cat(category),
                cl::desc("print how the layout of a value came about, step by "
                         "step back to an annotation"));
static cl::opt<std::string> remarksFilterFlag(
    "remarks-filter", cl::value_desc("REGEX"), cl::cat(category),
    cl::desc("show remarks of these categories: dtensor-layouts"));
static cl::opt<std::string>
    timeFlag("time", cl::ValueOptional, cl::value_desc("REPS"),
             cl::cat(category),
             cl::desc("time runs (default 10): minimum, median, compile time"));
static cl::opt<std::string> timeJSONFlag("time-json", cl::value_desc("FILE"),
                                         cl::cat(category),
                                         cl::desc("times as JSON in a file"));
static cl::opt<std::string>
    dumpAfterFlag("dump-after", cl::value_desc("STAGE"), cl::cat(category),
                  cl::desc("print the IR after a stage and do not run: import, "
                           "propagate, relayout, expand, optimize, bufferize, "
                           "llvm"));
static cl::opt<std::string>
    kernelsFlag("kernels", cl::value_desc("auto|generated"), cl::cat(category),
                cl::desc("what computes contractions: the kernel library where "
                         "it can, or generated code"));
static cl::opt<std::string>
    replicateUnknownFlag("replicate-unknown", cl::ValueOptional,
                         cl::cat(category),
                         cl::desc("run ops without a sharding rule on gathered "
                                  "operands, with a warning"));
static cl::opt<std::string> gatherWhereLessFlag(
    "gather-where-less", cl::ValueOptional, cl::cat(category),
    cl::desc("gather values whole on every device, though no annotation asks "
             "for it, where much less is received so; the report lists them"));
static cl::opt<std::string>
    strictFlag("strict", cl::ValueOptional, cl::cat(category),
               cl::desc("an error (exit code 2) at each relayout of an operand "
                        "or a result that moves something and that nobody "
                        "wrote, with the line to add"));
static cl::opt<std::string>
    watchdogFlag("watchdog", cl::value_desc("SECONDS"), cl::cat(category),
                 cl::desc("an error when a device waits longer"));

static cl::opt<double> progressAfterFlag(
    "progress-after", cl::value_desc("SECONDS"), cl::init(2), cl::Hidden,
    cl::cat(category),
    cl::desc("when a terminal is shown what is being done (default 2)"));

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// The first line of what LLVM's parser wrote, without the program's name.
static std::string getFirstMessage(StringRef text, StringRef program) {
  StringRef message = text.ltrim().split('\n').first;
  message.consume_front(llvm::sys::path::filename(program));
  return message.ltrim(": ").str();
}

/// LLVM's parser writes its messages about values straight to stderr, so values
/// are strings to it and are checked here. `convert` returns nothing for a
/// string that is not what is `required`; an option that is not given leaves
/// `value` as it is.
template <typename T, typename Convert>
static Error readFlag(const cl::opt<std::string> &flag, StringRef required,
                      T &value, Convert convert) {
  if (flag.getNumOccurrences() == 0)
    return Error::success();
  if (std::optional<T> converted = convert(StringRef(flag))) {
    value = *converted;
    return Error::success();
  }
  return llvm::createStringError("--" + flag.ArgStr + ": required " + required +
                                 ", found '" + flag + "'");
}

/// A flag that stands alone.
static Error readSwitch(const cl::opt<std::string> &flag, bool &value) {
  if (flag.getNumOccurrences() == 0)
    return Error::success();
  value = true;
  if (flag.empty())
    return Error::success();
  return llvm::createStringError("--" + flag.ArgStr +
                                 ": required no value, found '" + flag + "'");
}

static Error readNumber(const cl::opt<std::string> &flag, double &value) {
  return readFlag(flag, "a number of at least 0", value,
                  [](StringRef text) -> std::optional<double> {
                    double number;
                    if (text.getAsDouble(number) || !(number >= 0))
                      return std::nullopt;
                    return number;
                  });
}

template <typename Integer>
static Error readInteger(const cl::opt<std::string> &flag, Integer &value) {
  return readFlag(flag, "an integer of at least 0", value,
                  [](StringRef text) -> std::optional<Integer> {
                    Integer number;
                    if (text.getAsInteger(10, number))
                      return std::nullopt;
                    return number;
                  });
}

static std::optional<Stage> parseStage(StringRef text) {
  return llvm::StringSwitch<std::optional<Stage>>(text)
      .Case("import", Stage::Import)
      .Case("propagate", Stage::Propagate)
      .Case("relayout", Stage::Relayout)
      .Case("expand", Stage::Expand)
      .Case("optimize", Stage::Optimize)
      .Case("bufferize", Stage::Bufferize)
      .Case("llvm", Stage::LLVM)
      .Default(std::nullopt);
}

static std::optional<Kernels> parseKernels(StringRef text) {
  return llvm::StringSwitch<std::optional<Kernels>>(text)
      .Case("auto", Kernels::Auto)
      .Case("generated", Kernels::Generated)
      .Default(std::nullopt);
}

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
  bool isReference = value == "reference" || value == "reference,each-op";
  options.check = isReference ? CheckWith::Reference : CheckWith::OneDevice;
  options.compile.verifyBuffers = true;
  options.checkEachOp = value == "each-op" || value == "reference,each-op";
  if (value.empty() || isReference || options.checkEachOp)
    return Error::success();
  return llvm::createStringError(
      "--check: required no value, each-op, reference, reference,each-op or "
      "values=DIR, found '" +
      checkFlag + "'");
}

/// The interpreter neither partitions nor compiles.
static Error checkInterpreted(const RunOptions &options) {
  if (!options.interpret)
    return Error::success();
  const char *option = nullptr;
  if (options.check == CheckWith::OneDevice ||
      options.check == CheckWith::Reference)
    option = "--check";
  else if (options.timedRuns)
    option = "--time";
  else if (options.dumpAfter)
    option = "--dump-after";
  else if (options.reportTable || !options.reportFile.empty())
    option = "--report";
  else if (options.printLayouts)
    option = "--print-layouts";
  else if (!options.showLayouts.empty())
    option = "--show-layout";
  else if (!options.compile.explain.empty())
    option = "--explain";
  else if (options.replicationLimit)
    option = "--no-full-replication";
  if (!option)
    return Error::success();
  return llvm::createStringError(
      Twine("--interpret neither partitions nor compiles: required no ") +
      option);
}

/// Options that say twice what something is.
static Error checkConflicts(const RunOptions &options) {
  if (!options.inputs.empty() && !options.inputDirectory.empty())
    return llvm::createStringError(
        "--input and --input-dir both say what the arguments are");
  if (!options.expected.empty() && !options.expectedDirectory.empty())
    return llvm::createStringError(
        "--expect and --expect-dir both say what the results are");
  return Error::success();
}

Expected<RunOptions> parseCommandLine(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  std::string messages;
  llvm::raw_string_ostream os(messages);
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &os))
    return llvm::createStringError(getFirstMessage(messages, argv[0]));

  RunOptions options;
  options.program = programFlag;
  options.entry = layoutOptions.getEntry();
  options.inputs = inputFlags;
  options.inputDirectory = inputDirFlag;
  options.outputDirectory = outputDirFlag;
  options.expected = expectFlags;
  options.expectedDirectory = expectDirFlag;
  if (Error error = readCheck(options))
    return std::move(error);
  options.reportTable = reportFlag.getNumOccurrences() && reportFlag.empty();
  options.reportFile = reportFlag;
  options.showLayouts = showLayoutFlags;
  options.timesFile = timeJSONFlag;
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
  if (randomInputsFlag.getNumOccurrences())
    options.randomInputs = 0;
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
    error = readSwitch(replicateUnknownFlag, options.compile.replicateUnknown);
  bool noFullReplication = false;
  if (!error)
    error = readSwitch(noFullReplicationFlag, noFullReplication);
  if (!error)
    error = readNumber(rtolFlag, options.tolerance.rtol);
  if (!error)
    error = readNumber(atolFlag, options.tolerance.atol);
  if (!error)
    error = readNumber(watchdogFlag, options.compile.watchdog);
  options.progressAfter = progressAfterFlag;
  if (!error && !timeFlag.empty())
    error = readInteger(timeFlag, options.timedRuns);
  if (!error)
    error = readSwitch(gatherWhereLessFlag, options.compile.gather);
  if (!error)
    error = readSwitch(strictFlag, options.compile.strict);
  if (!error && options.compile.strict && options.compile.gather)
    return llvm::createStringError(
        "--gather-where-less does what --strict rejects");
  if (noFullReplication) {
    options.replicationLimit = 0;
    if (!error && options.compile.gather)
      return llvm::createStringError(
          "--gather-where-less does what --no-full-replication rejects");
  }
  if (!error && !replicationLimitFlag.empty()) {
    if (!options.replicationLimit)
      return llvm::createStringError(
          "--replication-limit is for --no-full-replication");
    error = readInteger(replicationLimitFlag, *options.replicationLimit);
  }
  if (!error && options.randomInputs)
    error = readInteger(randomInputsFlag, *options.randomInputs);
  if (!error && dumpAfterFlag.getNumOccurrences())
    error = readFlag(dumpAfterFlag,
                     "import, propagate, relayout, expand, optimize, "
                     "bufferize or llvm",
                     options.dumpAfter.emplace(), parseStage);
  if (!error)
    error = readFlag(kernelsFlag, "auto or generated", options.compile.kernels,
                     parseKernels);
  if (!error) {
    bool runs = !options.dumpAfter && !options.interpret;
    Expected<Processor> processor = processorOption.read(runs);
    if (!processor)
      return processor.takeError();
    options.compile.processor = std::move(*processor);
  }
  if (!error)
    error = checkConflicts(options);
  if (!error)
    error = checkInterpreted(options);
  if (error)
    return std::move(error);
  return options;
}

} // namespace dtensor
