//===- ProgramOutput.cpp - Programs as files ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/ProgramOutput.h"

#include "dtensor/Driver/CInterface.h"
#include "dtensor/Driver/ProgramInfo.h"
#include "dtensor/ExecutionEngine/HostCode.h"
#include "dtensor/ExecutionEngine/HostObjects.h"
#include "dtensor/Host/OutputFile.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileOutputBuffer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/Cloning.h"

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace dtensor {

Expected<OutputForm> getOutputForm(StringRef path) {
  StringRef extension = llvm::sys::path::extension(path);
  auto form = llvm::StringSwitch<std::optional<OutputForm>>(extension)
                  .Case(".mlir", OutputForm::LocalView)
                  .Case(".ll", OutputForm::LLVM)
                  .Case(".o", OutputForm::Object)
                  .Case(".so", OutputForm::SharedLibrary)
                  .Case("", OutputForm::Executable)
                  .Default(std::nullopt);
  if (form)
    return *form;
  return llvm::createStringError("required a file that ends in .mlir (the "
                                 "local view), .ll (LLVM IR), .o (an object "
                                 "file) or .so (a shared library), or without "
                                 "an extension (an executable), found '" +
                                 path + "'");
}

Stage getLastStage(OutputForm form) {
  return form == OutputForm::LocalView ? Stage::Optimize : Stage::LLVM;
}

static Expected<std::string>
makeObject(llvm::Module &code, llvm::TargetMachine &machine, StringRef name) {
  Expected<HostObjects> objects = generateObject(code, machine);
  if (!objects)
    return objects.takeError();
  if (Error error =
          ProgramInfo::setStackBytes(*objects, ProgramInfo::getSymbol(name)))
    return std::move(error);
  return objects->files.front()->getBuffer().str();
}

static Expected<std::string>
printCode(llvm::Module &code, llvm::TargetMachine &machine, ProgramInfo &info) {
  // Generating code, which tells the size of the stack, changes the module.
  Expected<HostObjects> objects =
      generateObject(*llvm::CloneModule(code), machine);
  if (!objects)
    return objects.takeError();
  info.setStackBytes(objects->stackBytes);
  std::string text;
  llvm::raw_string_ostream(text) << code;
  return text;
}

Expected<ProgramOutput> makeOutput(mlir::ModuleOp module, StringRef name,
                                   const CompiledProgram &program,
                                   const CompileOptions &options,
                                   OutputForm form, StringRef path,
                                   const Linker *linker) {
  ProgramOutput output{form, {}, {}};
  if (form == OutputForm::LocalView) {
    llvm::raw_string_ostream(output.contents) << module << "\n";
    return output;
  }
  Expected<llvm::TargetMachine &> machine =
      getHostMachine(options.processor, options.optimize);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  Expected<std::unique_ptr<llvm::Module>> code =
      translateForHost(module, context, *machine);
  if (!code)
    return code.takeError();
  (*code)->setPICLevel(llvm::PICLevel::BigPIC);
  ProgramInfo info(**code, name, options.processor, program);
  info.hideOtherFunctions();
  if (form == OutputForm::SharedLibrary) {
    Expected<CInterface> interface =
        CInterface::create(llvm::sys::path::stem(path), program);
    if (!interface)
      return interface.takeError();
    interface->define(**code, info.getConstant());
    llvm::raw_string_ostream os(output.header);
    interface->printHeader(options.processor.str(), os);
  }
  optimizeForHost(**code, *machine, options.optimize);
  Expected<std::string> contents = form == OutputForm::LLVM
                                       ? printCode(**code, *machine, info)
                                       : makeObject(**code, *machine, name);
  if (contents && linker)
    contents = linker->link(*contents, llvm::sys::path::filename(path));
  if (!contents)
    return contents.takeError();
  output.contents = std::move(*contents);
  return output;
}

/// Writes a file that can be executed, completely or not at all.
static Error writeExecutable(StringRef path, StringRef contents) {
  auto buffer = llvm::FileOutputBuffer::create(
      path, contents.size(), llvm::FileOutputBuffer::F_executable);
  Error error = buffer.takeError();
  if (!error) {
    llvm::copy(contents, (*buffer)->getBufferStart());
    error = (*buffer)->commit();
  }
  if (!error)
    return Error::success();
  return llvm::createStringError(path + ": " +
                                 llvm::toString(std::move(error)));
}

Error writeOutput(const ProgramOutput &output, StringRef path) {
  if (isLinked(output.form)) {
    if (Error error = writeExecutable(path, output.contents))
      return error;
  } else if (Error error = writeFile(
                 path, [&](llvm::raw_ostream &os) { os << output.contents; })) {
    return error;
  }
  if (output.header.empty())
    return Error::success();
  llvm::SmallString<128> header(path);
  llvm::sys::path::replace_extension(header, "h");
  Error error =
      writeFile(header, [&](llvm::raw_ostream &os) { os << output.header; });
  // A library alone would be half of the output.
  if (error)
    llvm::sys::fs::remove(path);
  return error;
}

} // namespace dtensor
