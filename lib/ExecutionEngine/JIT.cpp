//===- JIT.cpp - Runs programs in this process ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ExecutionEngine/JIT.h"
#include "dtensor/ExecutionEngine/HostCode.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include <dlfcn.h>

using namespace llvm;
using namespace dtensor;

JIT::JIT(std::unique_ptr<orc::LLJIT> engine, int64_t stackBytes)
    : engine(std::move(engine)), stackBytes(stackBytes) {}

JIT::~JIT() = default;

Expected<std::unique_ptr<JIT>>
JIT::create(mlir::ModuleOp module, const Processor &processor, bool optimize) {
  Expected<HostObjects> objects = compileForHost(module, processor, optimize);
  if (!objects)
    return objects.takeError();
  return link(std::move(*objects), processor);
}

/// The symbols of the runtime's library. The process does not show them if the
/// library came with one that was loaded for itself, as an extension of Python
/// is.
static Expected<std::unique_ptr<orc::DynamicLibrarySearchGenerator>>
findRuntime(char prefix) {
  Dl_info runtime;
  if (!dladdr(reinterpret_cast<void *>(&dt_run), &runtime))
    return createStringError("the library of the runtime has no file");
  return orc::DynamicLibrarySearchGenerator::Load(runtime.dli_fname, prefix);
}

Expected<std::unique_ptr<JIT>> JIT::link(HostObjects objects,
                                         const Processor &processor) {
  if (Error error = processor.checkRunsHere())
    return std::move(error);
  Expected<TargetMachine &> machine = getHostMachine(processor, true);
  if (!machine)
    return machine.takeError();
  DataLayout layout = machine->createDataLayout();
  Expected<std::unique_ptr<orc::LLJIT>> engine =
      orc::LLJITBuilder()
          .setJITTargetMachineBuilder(
              orc::JITTargetMachineBuilder(machine->getTargetTriple()))
          .setDataLayout(layout)
          .create();
  if (!engine)
    return engine.takeError();
  auto runtime = findRuntime(layout.getGlobalPrefix());
  if (!runtime)
    return runtime.takeError();
  (*engine)->getMainJITDylib().addGenerator(std::move(*runtime));
  for (std::unique_ptr<MemoryBuffer> &file : objects.files)
    if (Error error = (*engine)->addObjectFile(std::move(file)))
      return std::move(error);
  // An object would be linked at its first use, in the middle of a run. Looking
  // up all functions now links it.
  for (const std::string &name : objects.names) {
    Expected<orc::ExecutorAddr> address = (*engine)->lookup(name);
    if (!address)
      return address.takeError();
  }
  return std::unique_ptr<JIT>(new JIT(std::move(*engine), objects.stackBytes));
}

Expected<DtProgram> JIT::lookup(StringRef name) {
  Expected<const void *> address = lookupSymbol((name + "__entry").str());
  if (!address)
    return address.takeError();
  return reinterpret_cast<DtProgram>(const_cast<void *>(*address));
}

Expected<const void *> JIT::lookupSymbol(StringRef name) {
  Expected<orc::ExecutorAddr> address = engine->lookup(name);
  if (!address)
    return address.takeError();
  return address->toPtr<const void *>();
}
