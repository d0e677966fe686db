//===- Linker.cpp - Shared libraries and executables ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/Linker.h"

#include "dtensor/Host/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <deque>

using namespace llvm;

namespace dtensor {

static constexpr StringLiteral kRuntime = "libdtensor_runtime.so";
/// The launcher as one object file.
static constexpr StringLiteral kMain = "dtensor_program_main.o";

static bool isForHost(const Triple &target) {
  return Triple(sys::getProcessTriple()).getArch() == target.getArch();
}

Error Linker::findCompiler() {
  SmallVector<std::string> names;
  if (isForHost(options.target))
    names = isExecutable ? SmallVector<std::string>{"c++", "clang++-22", "g++"}
                         : SmallVector<std::string>{"cc", "clang-22", "gcc"};
  else
    names = {options.target.getArchName().str() + "-linux-gnu-" +
                 (isExecutable ? "g++" : "gcc"),
             isExecutable ? "clang++-22" : "clang-22"};
  for (const std::string &name : names) {
    ErrorOr<std::string> found = sys::findProgramByName(name);
    if (!found)
      continue;
    compiler = *found;
    if (!isForHost(options.target) && StringRef(name).starts_with("clang"))
      first = {"--target=" + options.target.str(), "-fuse-ld=lld"};
    if (!options.sysroot.empty())
      first.push_back("--sysroot=" + options.sysroot);
    return Error::success();
  }
  return createStringError("required a compiler of " +
                           Twine(isExecutable ? "C++" : "C") +
                           " to link with, found none of " + join(names, ", ") +
                           " in PATH; an object file (.o) needs none");
}

Error Linker::checkLibrary(StringRef path) const {
  auto file = object::ObjectFile::createObjectFile(path);
  if (!file)
    return createStringError(path + ": " + toString(file.takeError()) +
                             " (--libraries names its folder)");
  Triple::ArchType found = file->getBinary()->getArch();
  if (found == options.target.getArch())
    return Error::success();
  return createStringError(path + ": required code for " +
                           options.target.getArchName() + ", found code for " +
                           Triple::getArchTypeName(found) +
                           " (--libraries names the folder of another)");
}

Expected<Linker> Linker::create(const Options &options, bool isExecutable) {
  Linker linker(options, isExecutable);
  SmallString<128> folder(options.libraries);
  if (std::error_code error = sys::fs::real_path(options.libraries, folder))
    return createStringError("--libraries: " + options.libraries + ": " +
                             error.message());
  linker.options.libraries = folder.str().str();
  auto getPath = [&](StringRef name) {
    SmallString<128> path = folder;
    sys::path::append(path, name);
    return path;
  };
  if (Error error = linker.checkLibrary(getPath(kRuntime)))
    return std::move(error);
  if (isExecutable)
    if (Error error = linker.checkLibrary(getPath(kMain)))
      return std::move(error);
  if (Error error = linker.findCompiler())
    return std::move(error);
  return linker;
}

std::vector<std::string> Linker::getArguments(StringRef object, StringRef name,
                                              StringRef output) const {
  std::vector<std::string> arguments = {compiler};
  append_range(arguments, first);
  if (!isExecutable)
    // Devices are threads, so their library stays as long as the process.
    arguments.insert(arguments.end(), {"-shared", "-Wl,-z,nodelete",
                                       ("-Wl,-soname," + name).str()});
  else
    arguments.insert(arguments.end(), {"-Wl,--gc-sections", "-s",
                                       options.libraries + "/" + kMain.str()});
  arguments.insert(arguments.end(),
                   {"-o", output.str(), object.str(),
                    options.libraries + "/" + kRuntime.str(), "-lm",
                    "-Wl,-rpath," + options.libraries + ":$ORIGIN",
                    "-Wl,--allow-shlib-undefined"});
  return arguments;
}

namespace {
/// A file that is removed at the end of its scope, and if a signal ends the
/// process.
class TemporaryFile {
public:
  ~TemporaryFile() {
    if (path.empty())
      return;
    sys::fs::remove(path);
    sys::DontRemoveFileOnSignal(path);
  }
  std::error_code create(std::string &created) {
    SmallString<128> made;
    if (std::error_code error =
            sys::fs::createTemporaryFile("dtensor-compile", "o", made))
      return error;
    created = path = made.str().str();
    sys::RemoveFileOnSignal(path);
    return {};
  }

private:
  std::string path;
};
} // namespace

static std::string readAll(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

Expected<std::string> Linker::link(StringRef object, StringRef name) const {
  // Each file is removed whatever happens.
  std::deque<TemporaryFile> files;
  std::string paths[3];
  for (std::string &path : paths)
    if (std::error_code error = files.emplace_back().create(path))
      return createStringError("a temporary file: " + error.message());
  auto &[input, output, log] = paths;
  if (Error error = writeFile(input, [&](raw_ostream &os) { os << object; }))
    return std::move(error);
  std::vector<std::string> arguments = getArguments(input, name, output);
  std::string why; // The compiler could not be run.
  std::optional<StringRef> redirects[] = {"", log, log};
  int code = sys::ExecuteAndWait(
      compiler, SmallVector<StringRef>(arguments.begin(), arguments.end()),
      std::nullopt, redirects, 0, 0, &why);
  if (code != 0)
    return createStringError(
        compiler + " cannot link '" + name +
        "': " + StringRef(why + readAll(log)).rtrim() +
        (isForHost(options.target) || !options.sysroot.empty()
             ? ""
             : " (--sysroot names the folder with the machine's C library)"));
  auto linked = MemoryBuffer::getFile(output);
  if (!linked)
    return createStringError(
        compiler + " has linked nothing: " + linked.getError().message());
  return (*linked)->getBuffer().str();
}

} // namespace dtensor
