//===- dtensor-compile.cpp - Compile a program ahead of time --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/AutoLayoutOptions.h"
#include "dtensor/Driver/Expectations.h"
#include "dtensor/Driver/LayoutOptions.h"
#include "dtensor/Driver/PlanningOptions.h"
#include "dtensor/Driver/ProcessorOption.h"
#include "dtensor/Driver/ProgramOutput.h"
#include "dtensor/Driver/Progress.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Frontend/Text/ParseSource.h"
#include "dtensor/Frontend/Text/SplitSource.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace dtensor;
namespace cl = llvm::cl;
using llvm::Error;
using llvm::Expected;

static constexpr llvm::StringLiteral overview = R"(
  dtensor-compile mlp.mlir -o mlp.o --mesh "x=2,y=2" \
      --layout "arg0=x,unsharded" --mtriple=aarch64-linux-gnu

Partitions a tensor program for the devices of a mesh, and compiles it for this
machine or for another one. The extension of the output selects its form:

  .mlir  the local view: one program for each device, with collectives
  .ll    LLVM IR, optimized for the processor
  .o     an object file, to be linked with the runtime's library
  .so    a shared library with functions of C, and a header (.h) beside it
  none   an executable that takes .npy files: --help of it lists its options

docs/Compile.md describes them. The last two need a compiler of C or C++ to link
with.

Exit codes: 0 done; 2 bad usage or bad input. In that case no file is written.
)";

static cl::OptionCategory category("dtensor-compile options");
static cl::opt<std::string> programFlag(cl::Positional, cl::Required,
                                        cl::desc("PROGRAM.mlir"),
                                        cl::cat(category));
static TextFlag outputFlag(
    "o", cl::value_desc("FILE"), cl::cat(category),
    cl::desc("the output: a name with the extension .mlir, .ll, .o or .so, or "
             "without one"));
static LayoutOptions layoutOptions(category);
static PlanningOptions planningOptions(category);
static AutoLayoutOptions
    autoLayoutOptions(category,
                      "the machine on which plans of layouts are priced, also "
                      "for --auto-layout; examples are in examples/machines");
static ProcessorOption processorOption(category);
static TextFlag tripleFlag(
    "mtriple", cl::value_desc("TRIPLE"), cl::cat(category),
    cl::desc("the machine to compile for: x86_64-linux-gnu or "
             "aarch64-linux-gnu (default: this machine). --mcpu names one of "
             "its processors (default for another architecture: generic)"));
static TextFlag librariesFlag(
    "libraries", cl::value_desc("DIR"), cl::cat(category),
    cl::desc("folder with the runtime's library for the machine, for .so and "
             "executables (default: the one of this installation)"));
static TextFlag sysrootFlag(
    "sysroot", cl::value_desc("DIR"), cl::cat(category),
    cl::desc("folder with the C library of another machine, for .so and "
             "executables"));
static cl::opt<double> progressAfterFlag(
    "progress-after", cl::value_desc("SECONDS"), cl::init(2), cl::Hidden,
    cl::cat(category),
    cl::desc(
        "seconds after which a terminal shows the present step (default 2)"));

namespace {
struct Options {
  OutputForm form;
  LayoutRequest layouts;
  std::optional<AutoLayoutRequest> autoLayout;
  std::optional<int64_t> replicationLimit;
  CompileOptions compile;
  std::optional<Linker> linker;
};
} // namespace

/// The folder of the installed libraries, which is beside that of the tools.
static std::string findLibraries(const char *argv0) {
  static int anchor;
  llvm::SmallString<128> path(llvm::sys::fs::getMainExecutable(argv0, &anchor));
  llvm::sys::path::remove_filename(path);
  llvm::sys::path::append(path, "..", "lib");
  return path.str().str();
}

static Expected<Options> parseCommandLine(int argc, char **argv) {
  if (Error error = parseFlags(argc, argv, category, overview))
    return std::move(error);
  Options options;
  if (outputFlag.empty())
    return llvm::createStringError("required -o FILE");
  Expected<OutputForm> form = getOutputForm(outputFlag);
  if (!form)
    return form.takeError();
  options.form = *form;
  options.compile.last = getLastStage(*form);
  Expected<LayoutRequest> layouts = layoutOptions.readRequest();
  if (!layouts)
    return layouts.takeError();
  options.layouts = std::move(*layouts);
  if (Error error = planningOptions.read(options.compile))
    return std::move(error);
  if (Error error = autoLayoutOptions.readMachine(options.compile))
    return std::move(error);
  if (Error error = autoLayoutOptions
                        .read(layoutOptions, options.layouts, options.compile)
                        .moveInto(options.autoLayout))
    return std::move(error);
  auto limit = planningOptions.readReplicationLimit();
  if (!limit)
    return limit.takeError();
  options.replicationLimit = *limit;
  Expected<Processor> processor = processorOption.readFor(tripleFlag);
  if (!processor)
    return processor.takeError();
  options.compile.processor = std::move(*processor);
  if (isLinked(*form)) {
    Expected<Linker> linker = Linker::create(
        {options.compile.processor.getTriple(),
         librariesFlag.empty() ? findLibraries(argv[0]) : librariesFlag,
         sysrootFlag},
        *form == OutputForm::Executable);
    if (!linker)
      return linker.takeError();
    options.linker = std::move(*linker);
  }
  return options;
}

/// Errors in the program's text are reported to the context.
static LogicalResult compile(const llvm::MemoryBuffer &source,
                             const Options &options, MLIRContext *context) {
  auto fail = [&](Error error) {
    return emitError(UnknownLoc::get(context))
           << llvm::toString(std::move(error));
  };
  Progress progress(progressAfterFlag);
  progress.set("parsing");
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(source.getMemBufferRef()),
      llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSource(sources, context);
  progress.hide();
  if (!module)
    return failure();
  Expected<func::FuncOp> entry = findEntry(*module, layoutOptions.getEntry());
  if (!entry)
    return fail(entry.takeError());
  std::string name = entry->getName().str();
  if (Error error = applyLayoutRequest(options.layouts, *entry))
    return fail(std::move(error));
  // Compiled programs do not compare expectations.
  FailureOr<Expectations> expectations = takeExpectations(*entry);
  if (failed(expectations))
    return failure();
  for (const Expectation &each : expectations->expectations)
    return emitError(UnknownLoc::get(context))
           << each.op << " at " << each.location
           << ": only dtensor-run compares a program with its own "
              "expectations: remove it";
  if (failed(verify(*module)))
    return failure();
  if (options.autoLayout) {
    progress.set("choosing layouts");
    LogicalResult chosen =
        applyChosenLayouts(*options.autoLayout, *entry, llvm::errs());
    progress.hide();
    if (failed(chosen))
      return failure();
  }

  CompileOptions compile = options.compile;
  compile.progress = [&](const Twine &step) { progress.set(step.str()); };
  auto program = CompiledProgram::compile(*entry, compile);
  progress.hide();
  if (failed(program))
    return failure();
  if (Error error = checkReplications((*program)->getCommunication(),
                                      options.replicationLimit))
    return fail(std::move(error));
  progress.set("generating machine code");
  Expected<ProgramOutput> output =
      makeOutput(*module, name, **program, compile, options.form, outputFlag,
                 options.linker ? &*options.linker : nullptr);
  Error error = output ? writeOutput(*output, outputFlag) : output.takeError();
  progress.hide();
  if (error)
    return fail(std::move(error));
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  constexpr int kBadInput = 2;
  auto fail = [](const Twine &message) {
    llvm::errs() << "error: " << message << "\n";
    return kBadInput;
  };
  Expected<Options> options = parseCommandLine(argc, argv);
  if (!options)
    return fail(llvm::toString(options.takeError()));
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> source =
      openInputFile(programFlag, &message);
  if (!source)
    return fail(message);
  auto programs = splitSource(std::move(source));
  if (programs.size() != 1)
    return fail("required one program in '" + programFlag + "', found " +
                Twine(programs.size()));

  DialectRegistry registry;
  registerProgramDialects(registry);
  MLIRContext context(registry);
  OneLineDiagnostics diagnostics(&context, llvm::errs());
  return succeeded(compile(*programs.front(), *options, &context)) ? 0
                                                                   : kBadInput;
}
