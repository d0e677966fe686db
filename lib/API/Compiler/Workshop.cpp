//===- Workshop.cpp - One compiler for all threads ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workshop.h"

#include "API/Host/Errors.h"
#include "dtensor/Driver/DonationRequest.h"
#include "dtensor/Driver/Expectations.h"
#include "dtensor/Driver/LayoutRequest.h"
#include "dtensor/Driver/PlanningOptions.h"
#include "dtensor/Driver/ProgramInfo.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Frontend/Text/ParseSource.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

#include <iostream>
#include <mutex>

namespace dt {

using dtensor::CompiledProgram;
using mlir::failed;

/// The number of programs after which the context is made anew, because it
/// keeps all types and attributes that it has ever seen.
static constexpr int64_t kMaxPrograms = 1000;

namespace {
/// Contexts and passes, for one thread at a time.
class Tools {
public:
  /// The tools, and the right to use them.
  static std::pair<std::unique_lock<std::mutex>, Tools &> take() {
    static std::mutex mutex;
    // The last ones are not destroyed: a process that was forked lacks the
    // threads whose end the context would wait for.
    static Tools *tools = nullptr;
    std::unique_lock<std::mutex> lock(mutex);
    if (!tools || ++tools->numPrograms > kMaxPrograms) {
      delete tools;
      tools = new Tools();
    }
    return {std::move(lock), *tools};
  }

  Tools() : context(makeRegistry()) {}

  /// The passes for these options, which `machine` describes too.
  dtensor::ProgramCompiler &getCompiler(const dtensor::CompileOptions &options,
                                        const std::string &machine);

  mlir::MLIRContext context;

private:
  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    dtensor::registerProgramDialects(registry);
    return registry;
  }

  int64_t numPrograms = 0;
  std::map<std::string, std::unique_ptr<dtensor::ProgramCompiler>> compilers;
};
} // namespace

dtensor::ProgramCompiler &
Tools::getCompiler(const dtensor::CompileOptions &options,
                   const std::string &machine) {
  std::string key =
      options.processor.str() +
      (options.kernels == dtensor::Kernels::Auto ? ",kernels" : ",generated");
  for (bool flag : {options.fastMath, options.strict, options.gather,
                    options.replicateUnknown, options.events})
    key += flag ? '1' : '0';
  key += machine;
  std::unique_ptr<dtensor::ProgramCompiler> &compiler = compilers[key];
  if (!compiler)
    compiler = std::make_unique<dtensor::ProgramCompiler>(&context, options);
  return *compiler;
}

dtensor::CompileOptions Workshop::makeOptions(const CompileOptions &options) {
  dtensor::CompileOptions compile;
  compile.processor = check(dtensor::Processor::get(options.processor));
  compile.kernels = options.kernels == Kernels::automatic
                        ? dtensor::Kernels::Auto
                        : dtensor::Kernels::Generated;
  if (!options.machine.empty())
    compile.machine = check(dtensor::parseMachine(options.machine));
  compile.fastMath = options.fast_math;
  compile.strict = options.strict;
  compile.gather = options.gather_where_less;
  compile.replicateUnknown = options.replicate_unknown;
  compile.events = options.events;
  return compile;
}

static dtensor::LayoutRequest makeRequest(const CompileOptions &options) {
  dtensor::LayoutRequest request;
  if (!options.layouts.empty())
    check(request.addJSON(options.layouts));
  // A program without a mesh runs on one device, where nothing is divided.
  bool isAlone = options.mesh && options.mesh->dimensions().empty();
  if (options.mesh && !isAlone)
    request.mesh = check(dtensor::Mesh::parse(options.mesh->str()));
  auto add = [&](const auto &layouts, auto &requested) {
    for (auto &[position, layout] : layouts)
      if (isAlone)
        (void)Layout::from_string(layout, *options.mesh);
      else
        requested[position] = layout;
  };
  add(options.argument_layouts, request.arguments);
  add(options.result_layouts, request.results);
  return request;
}

/// The messages of a compilation: warnings are given on, and an error becomes
/// an exception.
static void report(llvm::StringRef text, bool isError,
                   const CompileOptions &options) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.trim().split(lines, '\n');
  std::string error;
  for (llvm::StringRef line : lines) {
    bool isWarning =
        line.starts_with("warning: ") || line.starts_with("remark: ");
    if (isError && !isWarning) {
      line.consume_front("error: ");
      error += (error.empty() ? "" : "\n") + line.str();
    } else if (isWarning && options.warn) {
      options.warn(line.str());
    } else if (isWarning) {
      std::cerr << line.str() << "\n";
    }
  }
  if (isError)
    throw Error(error.empty() ? "the program could not be compiled" : error);
}

/// Parses a program and gives it the layouts of the options. Errors are
/// reported.
static mlir::FailureOr<mlir::func::FuncOp>
prepare(mlir::OwningOpRef<mlir::ModuleOp> &module, std::string_view source,
        const CompileOptions &options, const dtensor::LayoutRequest &request,
        mlir::MLIRContext *context) {
  llvm::SourceMgr sources;
  // Bytecode needs an alignment that a text may not have.
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(
          llvm::StringRef(source.data(), source.size()), options.file_name),
      llvm::SMLoc());
  module = dtensor::parseSource(sources, context);
  if (!module)
    return mlir::failure();
  auto fail = [&](llvm::Error error) {
    return mlir::emitError(mlir::UnknownLoc::get(context))
           << llvm::toString(std::move(error));
  };
  auto entry = dtensor::findEntry(*module, options.entry);
  if (!entry)
    return fail(entry.takeError());
  if (llvm::Error error = dtensor::applyLayoutRequest(request, *entry))
    return fail(std::move(error));
  if (llvm::Error error =
          dtensor::applyDonations(options.donated_arguments, *entry))
    return fail(std::move(error));
  auto expectations = dtensor::takeExpectations(*entry);
  if (failed(expectations))
    return mlir::failure();
  for (const dtensor::Expectation &each : expectations->expectations)
    return fail(llvm::createStringError(
        llvm::Twine(each.op) + " at " + each.location +
        ": only dtensor-run compares a program with its own expectations: "
        "remove it"));
  if (failed(mlir::verify(*module)))
    return mlir::failure();
  return *entry;
}

/// Calls `work` with the entry of the program, which returns whether it
/// succeeded.
static void
withProgram(std::string_view source, const CompileOptions &options,
            llvm::function_ref<bool(mlir::func::FuncOp, Tools &)> work) {
  dtensor::LayoutRequest request = makeRequest(options);
  auto [lock, tools] = Tools::take();
  std::string messages;
  bool isError;
  {
    llvm::raw_string_ostream os(messages);
    dtensor::OneLineDiagnostics diagnostics(&tools.context, os);
    mlir::OwningOpRef<mlir::ModuleOp> module;
    auto entry = prepare(module, source, options, request, &tools.context);
    isError =
        failed(entry) || !work(*entry, tools) || diagnostics.getNumErrors() > 0;
  }
  lock.unlock();
  report(messages, isError, options);
}

Code Workshop::compile(std::string_view source, const CompileOptions &options) {
  dtensor::CompileOptions compile = makeOptions(options);
  Code code;
  withProgram(source, options, [&](mlir::func::FuncOp entry, Tools &tools) {
    code.entry = entry.getName().str();
    auto program =
        tools.getCompiler(compile, options.machine).compileObjects(entry);
    if (failed(program))
      return false;
    if (llvm::Error error = dtensor::checkReplications(
            (*program)->getCommunication(), options.replication_limit)) {
      mlir::emitError(mlir::UnknownLoc::get(&tools.context))
          << llvm::toString(std::move(error));
      return false;
    }
    for (const auto &file : (*program)->takeObjects().files)
      code.objects.push_back(file->getBuffer().str());
    return true;
  });
  return code;
}

void Workshop::inspect(std::string_view source, const CompileOptions &options,
                       dtensor::CompileOptions compile,
                       llvm::function_ref<void(mlir::ModuleOp)> look) {
  withProgram(source, options, [&](mlir::func::FuncOp entry, Tools &tools) {
    auto module = entry->getParentOfType<mlir::ModuleOp>();
    // These options are rarely used twice.
    if (failed(CompiledProgram::compile(entry, compile)))
      return false;
    look(module);
    return true;
  });
}

void Workshop::read(
    std::string_view source, const CompileOptions &options,
    llvm::function_ref<mlir::LogicalResult(mlir::func::FuncOp)> look) {
  withProgram(source, options, [&](mlir::func::FuncOp entry, Tools &) {
    return succeeded(look(entry));
  });
}

Executable link(const Code &code, const dtensor::Processor &processor,
                std::function<Executable()> makeProfiled) {
  dtensor::HostObjects objects;
  for (const std::string &object : code.objects)
    objects.files.push_back(
        llvm::MemoryBuffer::getMemBufferCopy(object, "program"));
  std::shared_ptr<dtensor::JIT> jit =
      check(dtensor::JIT::link(std::move(objects), processor));
  const void *info =
      check(jit->lookupSymbol(dtensor::ProgramInfo::getSymbol(code.entry)));
  return Executable::create(*static_cast<const DtProgramInfo *>(info), jit,
                            std::move(makeProfiled));
}

} // namespace dt
