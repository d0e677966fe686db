//===- JIT.cpp - Runs programs in this process ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ExecutionEngine/JIT.h"
#include "dtensor/ExecutionEngine/HostCode.h"
#include "dtensor/ExecutionEngine/HostObjects.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include <chrono>

using namespace llvm;
using namespace dtensor;

JIT::JIT(std::unique_ptr<orc::LLJIT> engine, double compileSeconds,
         int64_t stackBytes)
    : engine(std::move(engine)), compileSeconds(compileSeconds),
      stackBytes(stackBytes) {}

JIT::~JIT() = default;

Expected<std::unique_ptr<JIT>>
JIT::create(mlir::ModuleOp module, const Processor &processor, bool optimize) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();

  if (Error error = processor.checkRunsHere())
    return std::move(error);
  Expected<HostObjects> objects = compileForHost(module, processor, optimize);
  if (!objects)
    return objects.takeError();
  Expected<TargetMachine &> machine = getHostMachine(processor, optimize);
  if (!machine)
    return machine.takeError();
  Expected<std::unique_ptr<orc::LLJIT>> engine =
      orc::LLJITBuilder()
          .setJITTargetMachineBuilder(
              orc::JITTargetMachineBuilder(machine->getTargetTriple()))
          .setDataLayout(machine->createDataLayout())
          .create();
  if (!engine)
    return engine.takeError();
  for (std::unique_ptr<MemoryBuffer> &file : objects->files)
    if (Error error = (*engine)->addObjectFile(std::move(file)))
      return std::move(error);
  // An object would be linked at its first use, in the middle of a run. Looking
  // up all functions now links it.
  for (const std::string &name : objects->names) {
    Expected<orc::ExecutorAddr> address = (*engine)->lookup(name);
    if (!address)
      return address.takeError();
  }
  std::chrono::duration<double> elapsed = Clock::now() - start;
  return std::unique_ptr<JIT>(
      new JIT(std::move(*engine), elapsed.count(), objects->stackBytes));
}

Expected<DtProgram> JIT::lookup(StringRef name) {
  Expected<orc::ExecutorAddr> address =
      engine->lookup((name + "__entry").str());
  if (!address)
    return address.takeError();
  return address->toPtr<DtProgram>();
}
