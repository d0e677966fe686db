//===- ProgramOutput.cpp - Programs as files ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/ProgramOutput.h"

#include "dtensor/Driver/ProgramInfo.h"
#include "dtensor/ExecutionEngine/HostCode.h"
#include "dtensor/ExecutionEngine/HostObjects.h"
#include "llvm/ADT/StringSwitch.h"
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
                  .Default(std::nullopt);
  if (form)
    return *form;
  return llvm::createStringError("required a file that ends in .mlir (the "
                                 "local view), .ll (LLVM IR) or .o (an object "
                                 "file), found '" +
                                 path + "'");
}

Stage getLastStage(OutputForm form) {
  return form == OutputForm::LocalView ? Stage::Optimize : Stage::LLVM;
}

static Error writeObject(llvm::Module &code, llvm::TargetMachine &machine,
                         const ProgramInfo &info, llvm::raw_ostream &os) {
  Expected<HostObjects> objects = generateObject(code, machine);
  if (!objects)
    return objects.takeError();
  StringRef contents = objects->files.front()->getBuffer();
  auto file = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(contents.size(),
                                                                "object file");
  llvm::copy(contents, file->getBufferStart());
  if (Error error = info.setStackBytes(*file, objects->stackBytes))
    return std::move(error);
  os.write(file->getBufferStart(), file->getBufferSize());
  return Error::success();
}

Error writeProgram(mlir::ModuleOp module, StringRef name,
                   const CompiledProgram &program,
                   const CompileOptions &options, OutputForm form,
                   llvm::raw_ostream &os) {
  if (form == OutputForm::LocalView) {
    os << module << "\n";
    return Error::success();
  }
  Expected<llvm::TargetMachine &> machine =
      getHostMachine(options.processor, options.optimize, /*isLinked=*/true);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  Expected<std::unique_ptr<llvm::Module>> code =
      translateForHost(module, context, *machine);
  if (!code)
    return code.takeError();
  (*code)->setPICLevel(llvm::PICLevel::BigPIC);
  ProgramInfo info(**code, name, options.processor, program);
  optimizeForHost(**code, *machine, options.optimize);
  if (form == OutputForm::Object)
    return writeObject(**code, *machine, info, os);
  // Generating code, which tells the size of the stack, changes the module.
  Expected<HostObjects> objects =
      generateObject(*llvm::CloneModule(**code), *machine);
  if (!objects)
    return objects.takeError();
  info.setStackBytes(objects->stackBytes);
  os << **code;
  return Error::success();
}

} // namespace dtensor
