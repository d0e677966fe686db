//===- HostObjects.cpp - Machine code to be linked ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ExecutionEngine/HostObjects.h"
#include "StackNeed.h"
#include "dtensor/ExecutionEngine/HostCode.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/Transforms/Utils/SplitModule.h"
#include <optional>
#include <thread>

using namespace llvm;
using namespace dtensor;

namespace {
struct Compiled {
  std::unique_ptr<MemoryBuffer> file;
  StackNeed stack;
};
} // namespace

using Object = Expected<Compiled>;

/// The smallest number of optimized functions in a part. Each part needs a
/// context and a target machine of its own, which take some milliseconds, about
/// as long as compiling a few functions.
static constexpr unsigned kMinFunctions = 32;
static constexpr unsigned kMaxParts = 4;

static Object generate(Module &code, TargetMachine &machine) {
  Compiled compiled;
  compiled.stack.addCalls(code);
  auto file = orc::SimpleCompiler(machine)(code);
  if (!file)
    return file.takeError();
  compiled.file = std::move(*file);
  if (Error error = compiled.stack.addFrames(*compiled.file))
    return std::move(error);
  return std::move(compiled);
}

static Object compile(Module &code, const Processor &processor, bool optimize) {
  Expected<TargetMachine &> machine = getHostMachine(processor, optimize);
  if (!machine)
    return machine.takeError();
  optimizeForHost(code, *machine, optimize);
  return generate(code, *machine);
}

/// Compiles a copy, since threads cannot share contexts.
static Object compileBitcode(StringRef bitcode, const Processor &processor,
                             bool optimize) {
  LLVMContext context;
  Expected<std::unique_ptr<Module>> code =
      parseBitcodeFile(MemoryBufferRef(bitcode, "part"), context);
  if (!code)
    return code.takeError();
  return compile(**code, processor, optimize);
}

/// Whether more than one function uses it.
static bool isShared(const GlobalVariable &variable) {
  const Function *only = nullptr;
  SmallVector<const User *> users(variable.users());
  while (!users.empty()) {
    const User *user = users.pop_back_val();
    auto *instruction = dyn_cast<Instruction>(user);
    if (!instruction) {
      llvm::append_range(users, user->users());
      continue;
    }
    const Function *function = instruction->getFunction();
    if (only && only != function)
      return true;
    only = function;
  }
  return false;
}

/// Splits `code` between functions. A constant of one function stays with it;
/// those that use one together would all be in one part.
static std::vector<SmallString<0>> split(Module &code, unsigned numParts) {
  for (Function &function : code)
    if (!function.isDeclaration())
      function.setLinkage(GlobalValue::ExternalLinkage);
  for (GlobalVariable &variable : code.globals())
    if (variable.hasLocalLinkage() && variable.hasName() && isShared(variable))
      variable.setLinkage(GlobalValue::ExternalLinkage);
  std::vector<SmallString<0>> parts;
  SplitModule(
      code, numParts,
      [&](std::unique_ptr<Module> part) {
        raw_svector_ostream os(parts.emplace_back());
        WriteBitcodeToFile(*part, os);
      },
      /*PreserveLocals=*/true);
  return parts;
}

static Expected<HostObjects> addStackBytes(HostObjects objects,
                                           const StackNeed &stack) {
  Expected<int64_t> bytes = stack.getMaxBytes();
  if (!bytes)
    return bytes.takeError();
  objects.stackBytes = *bytes;
  return std::move(objects);
}

Expected<HostObjects> dtensor::generateObject(Module &code,
                                              TargetMachine &machine) {
  Object object = generate(code, machine);
  if (!object)
    return object.takeError();
  HostObjects objects;
  objects.files.push_back(std::move(object->file));
  return addStackBytes(std::move(objects), object->stack);
}

Expected<HostObjects>
dtensor::compileForHost(mlir::ModuleOp module, const Processor &processor,
                        bool optimize, function_ref<void(Module &)> extend) {
  Expected<TargetMachine &> machine = getHostMachine(processor, optimize);
  if (!machine)
    return machine.takeError();
  LLVMContext context;
  Expected<std::unique_ptr<Module>> code =
      translateForHost(module, context, *machine);
  if (!code)
    return code.takeError();
  extend(**code);

  HostObjects objects;
  unsigned numFunctions = 0;
  for (const Function &function : **code) {
    numFunctions += !function.isDeclaration() && !function.hasOptNone();
    // Other functions may disappear once they are inlined.
    if (!function.isDeclaration() && !function.isDiscardableIfUnused())
      objects.names.push_back(function.getName().str());
  }
  unsigned numParts =
      optimize ? std::min(numFunctions / kMinFunctions, kMaxParts) : 0;
  if (numParts < 2) {
    Object object = compile(**code, processor, optimize);
    if (!object)
      return object.takeError();
    objects.files.push_back(std::move(object->file));
    return addStackBytes(std::move(objects), object->stack);
  }

  std::vector<SmallString<0>> parts = split(**code, numParts);
  std::vector<std::optional<Object>> results(parts.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < parts.size(); ++i)
    threads.emplace_back([&, i] {
      results[i].emplace(compileBitcode(parts[i], processor, optimize));
    });
  for (std::thread &thread : threads)
    thread.join();
  Error errors = Error::success();
  StackNeed stack;
  for (std::optional<Object> &result : results) {
    if (*result) {
      objects.files.push_back(std::move((*result)->file));
      stack.add((*result)->stack);
    } else {
      errors = joinErrors(std::move(errors), result->takeError());
    }
  }
  if (errors)
    return std::move(errors);
  return addStackBytes(std::move(objects), stack);
}
