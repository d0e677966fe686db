//===- Subject.cpp - The test in one conformance file ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subject.h"

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Driver/Expectations.h"
#include "dtensor/Driver/InterpretedProgram.h"
#include "dtensor/Driver/LayoutRequest.h"
#include "dtensor/Driver/ProgramFolder.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Frontend/Text/ParseSource.h"
#include "dtensor/Frontend/Text/SplitSource.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace dtensor {

static bool fail(llvm::raw_ostream &os, const Twine &message) {
  os << "error: " << message << "\n";
  return false;
}

static bool fail(llvm::raw_ostream &os, llvm::Error error) {
  return fail(os, llvm::toString(std::move(error)));
}

/// Runs an entry and passes on its results.
using RunEntry = std::function<bool(
    func::FuncOp entry, ArrayRef<std::shared_ptr<HostTensor>> inputs,
    llvm::raw_ostream &os, function_ref<bool(ArrayRef<HostTensor>)> check)>;

static bool interpretEntry(func::FuncOp entry,
                           ArrayRef<std::shared_ptr<HostTensor>> inputs,
                           llvm::raw_ostream &os,
                           function_ref<bool(ArrayRef<HostTensor>)> check) {
  FailureOr<InterpretedProgram> program = InterpretedProgram::create(entry);
  if (failed(program))
    return false;
  auto results = program->run(inputs, reference::InterpretOptions());
  if (!results)
    return fail(os, results.takeError());
  if (!check(*results))
    return false;
  os << "interpreted\n";
  return true;
}

static bool compileEntry(ProgramCompiler &compiler, func::FuncOp entry,
                         ArrayRef<std::shared_ptr<HostTensor>> inputs,
                         llvm::raw_ostream &os,
                         function_ref<bool(ArrayRef<HostTensor>)> check) {
  auto program = compiler.compile(entry);
  if (failed(program))
    return false;
  auto invocation =
      Invocation::create((*program)->getSignature(), inputs.vec());
  if (!invocation)
    return fail(os, invocation.takeError());
  if (llvm::Error error = (*program)->run(*invocation))
    return fail(os, std::move(error));
  auto results = invocation->joinResults();
  if (!results)
    return fail(os, results.takeError());
  if (!check(*results))
    return false;
  const CommunicationReport &report = (*program)->getCommunication();
  os << report.getBytesReceived() << " bytes";
  if (!report.getFullReplications().empty())
    os << ", gathered: " << report.getFullReplications().front()->reason;
  os << "\n";
  return true;
}

//===----------------------------------------------------------------------===//
// Files that check themselves
//===----------------------------------------------------------------------===//

static OwningOpRef<ModuleOp> parse(const llvm::MemoryBuffer &source,
                                   MLIRContext *context) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(source.getMemBufferRef()),
      llvm::SMLoc());
  return parseSource(sources, context);
}

static bool runSelfChecking(const llvm::MemoryBuffer &source, StringRef name,
                            MLIRContext *context, RunEntry runEntry,
                            llvm::raw_ostream &os) {
  OneLineDiagnostics diagnostics(context, os);
  OwningOpRef<ModuleOp> module = parse(source, context);
  if (!module)
    return false;
  auto entry = findEntry(*module, name);
  if (!entry)
    return fail(os, entry.takeError());
  FailureOr<Expectations> expectations = takeExpectations(*entry);
  if (failed(expectations))
    return false;
  return runEntry(*entry, {}, os, [&](ArrayRef<HostTensor> results) {
    std::optional<std::string> unmet =
        expectations->findUnmet(results.take_back(expectations->numValues));
    return !unmet || fail(os, *unmet);
  });
}

static std::vector<Trial> makeFileTrials(const std::string &path,
                                         MLIRContext *context,
                                         RunEntry runEntry) {
  std::vector<Trial> trials;
  auto broken = [&](const std::string &message) {
    trials.push_back({"", false, [message](llvm::raw_ostream &os) {
                        return fail(os, message);
                      }});
  };
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    broken(path + ": " + buffer.getError().message());
    return trials;
  }
  auto programs = splitSource(std::move(*buffer));
  for (auto [i, program] : llvm::enumerate(programs)) {
    std::shared_ptr<llvm::MemoryBuffer> source = std::move(program);
    std::string errors;
    llvm::raw_string_ostream os(errors);
    OneLineDiagnostics diagnostics(context, os);
    OwningOpRef<ModuleOp> module = parse(*source, context);
    if (!module) {
      StringRef message = StringRef(errors).split('\n').first;
      message.consume_front("error: ");
      broken(message.str());
      continue;
    }
    auto entries = findEntries(*module, "");
    if (!entries) {
      broken(llvm::toString(entries.takeError()));
      continue;
    }
    for (const std::string &entry : *entries) {
      std::string name = entries->size() > 1 || programs.size() > 1
                             ? std::to_string(i + 1) + " @" + entry
                             : "";
      trials.push_back({name, false, [=](llvm::raw_ostream &out) {
                          return runSelfChecking(*source, entry, context,
                                                 runEntry, out);
                        }});
    }
  }
  return trials;
}

//===----------------------------------------------------------------------===//
// Programs with values
//===----------------------------------------------------------------------===//

static bool runFolder(const ProgramFolder &folder, const LayoutRequest &layouts,
                      RunEntry runEntry, llvm::raw_ostream &os) {
  OneLineDiagnostics diagnostics(folder.entry->getContext(), os);
  OwningOpRef<ModuleOp> module = ModuleOp(folder.module.get()).clone();
  auto entry =
      module->lookupSymbol<func::FuncOp>(func::FuncOp(folder.entry).getName());
  if (llvm::Error error = applyLayoutRequest(layouts, entry))
    return fail(os, std::move(error));
  return runEntry(entry, folder.inputs, os, [&](ArrayRef<HostTensor> results) {
    for (auto [i, got, want] : llvm::enumerate(results, folder.expected))
      if (auto difference = compare(got, want, folder.tolerance))
        return fail(os, "result " + Twine(i) + " " + difference->str());
    return true;
  });
}

/// Shards each axis of each argument in turn, unless the program only runs
/// whole, and runs it whole first if `whole` is set.
static std::vector<Trial> makeFolderTrials(const std::string &path,
                                           MLIRContext *context,
                                           RunEntry runEntry, bool whole,
                                           bool sharded) {
  std::vector<Trial> trials;
  std::string errors;
  llvm::raw_string_ostream os(errors);
  OneLineDiagnostics diagnostics(context, os);
  auto read = ProgramFolder::read(path, context);
  if (!read) {
    llvm::consumeError(read.takeError());
    trials.push_back({"", true, [errors](llvm::raw_ostream &out) {
                        out << errors;
                        return false;
                      }});
    return trials;
  }
  auto folder = std::make_shared<ProgramFolder>(std::move(*read));
  if (whole)
    trials.push_back({"", false, [=](llvm::raw_ostream &out) {
                        return runFolder(*folder, {}, runEntry, out);
                      }});
  if (!sharded)
    return trials;
  for (auto [i, value] : llvm::enumerate(folder->signature.arguments))
    for (size_t axis = 0; axis < value.shape.size(); ++axis)
      for (StringRef mesh : {"x=2", "x=3"}) {
        SmallVector<StringRef> axes(value.shape.size(), "unsharded");
        axes[axis] = "x";
        LayoutRequest layouts;
        layouts.mesh = llvm::cantFail(Mesh::parse(mesh));
        layouts.arguments[i] = llvm::join(axes, ",");
        trials.push_back(
            {("arg" + Twine(i) + "." + Twine(axis) + " " + mesh).str(), true,
             [=](llvm::raw_ostream &out) {
               return runFolder(*folder, layouts, runEntry, out);
             }});
      }
  return trials;
}

std::vector<Trial> Subject::makeTrials(MLIRContext *context,
                                       ProgramCompiler *compiler,
                                       bool oneDevice) const {
  RunEntry runEntry = interpretEntry;
  if (compiler)
    runEntry = [=](func::FuncOp entry,
                   ArrayRef<std::shared_ptr<HostTensor>> inputs,
                   llvm::raw_ostream &os,
                   function_ref<bool(ArrayRef<HostTensor>)> check) {
      return compileEntry(*compiler, entry, inputs, os, check);
    };
  return llvm::sys::fs::is_directory(path)
             ? makeFolderTrials(path, context, runEntry,
                                /*whole=*/oneDevice || !compiler,
                                /*sharded=*/compiler)
             : makeFileTrials(path, context, runEntry);
}

//===----------------------------------------------------------------------===//
// All subjects
//===----------------------------------------------------------------------===//

/// The part of the path before the element types and shapes.
static std::string getOp(StringRef path) {
  StringRef name = llvm::sys::path::stem(path);
  llvm::Regex types("^(.*)_((bfloat|float|u?int|complex)[0-9]+|bool|[0-9].*)?"
                    "(_.*)?$");
  // The first type ends the name. Since `.*` matches as much as possible, this
  // is repeated.
  SmallVector<StringRef> parts;
  std::string op = name.str();
  while (types.match(op, &parts) && (!parts[2].empty() || op.back() == '_'))
    op = parts[1].str();
  return op;
}

static bool isProgramFolder(StringRef path) {
  SmallString<128> program(path);
  llvm::sys::path::append(program, "program.mlir");
  return llvm::sys::fs::exists(program);
}

static void collect(StringRef path, std::vector<Subject> &subjects) {
  if (!llvm::sys::fs::is_directory(path) || isProgramFolder(path)) {
    subjects.push_back({path.str(), getOp(path)});
    return;
  }
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(path, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::fs::is_directory(it->path()) ||
        llvm::sys::path::extension(it->path()) == ".mlir")
      collect(it->path(), subjects);
}

llvm::Expected<std::vector<Subject>> findSubjects(StringRef path) {
  if (!llvm::sys::fs::exists(path))
    return llvm::createStringError(path + ": no such file or folder");
  std::vector<Subject> subjects;
  collect(path.rtrim('/'), subjects);
  if (subjects.empty())
    return llvm::createStringError(path + ": no .mlir file in it or below");
  llvm::sort(subjects, [](const Subject &a, const Subject &b) {
    return a.path < b.path;
  });
  return subjects;
}

} // namespace dtensor
