//===- JIT.cpp - Runs programs in this process ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ExecutionEngine/JIT.h"
#include "dtensor/ExecutionEngine/HostCode.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include <chrono>

using namespace llvm;
using namespace dtensor;

JIT::JIT(std::unique_ptr<orc::LLJIT> engine, double compileSeconds)
    : engine(std::move(engine)), compileSeconds(compileSeconds) {}

JIT::~JIT() = default;

Expected<std::unique_ptr<JIT>> JIT::create(mlir::ModuleOp module,
                                           bool optimize) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();

  Expected<TargetMachine &> machine = getHostMachine(optimize);
  if (!machine)
    return machine.takeError();
  auto context = std::make_unique<LLVMContext>();
  Expected<std::unique_ptr<llvm::Module>> code =
      translateForHost(module, *context, *machine, optimize);
  if (!code)
    return code.takeError();

  // Definitions are compiled when they are looked up, by the thread that looks
  // them up, which is this one.
  using Compiler = orc::IRCompileLayer::IRCompiler;
  Expected<std::unique_ptr<orc::LLJIT>> engine =
      orc::LLJITBuilder()
          .setJITTargetMachineBuilder(
              orc::JITTargetMachineBuilder(machine->getTargetTriple()))
          .setDataLayout(machine->createDataLayout())
          .setCompileFunctionCreator(
              [&](orc::JITTargetMachineBuilder)
                  -> Expected<std::unique_ptr<Compiler>> {
                return std::make_unique<orc::SimpleCompiler>(*machine);
              })
          .create();
  if (!engine)
    return engine.takeError();
  // One definition after another would be compiled at its first use, in the
  // middle of a run: look everything up now.
  SmallVector<std::string> names;
  for (const Function &function : **code)
    if (!function.isDeclaration() && !function.hasLocalLinkage())
      names.push_back(function.getName().str());
  if (Error error = (*engine)->addIRModule(
          orc::ThreadSafeModule(std::move(*code), std::move(context))))
    return std::move(error);
  for (const std::string &name : names) {
    Expected<orc::ExecutorAddr> address = (*engine)->lookup(name);
    if (!address)
      return address.takeError();
  }
  std::chrono::duration<double> elapsed = Clock::now() - start;
  return std::unique_ptr<JIT>(new JIT(std::move(*engine), elapsed.count()));
}

Expected<DtProgram> JIT::lookup(StringRef name) {
  Expected<orc::ExecutorAddr> address =
      engine->lookup((name + "__entry").str());
  if (!address)
    return address.takeError();
  return address->toPtr<DtProgram>();
}
