//===- ProcessCheck.cpp - Several processes against one -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/ProcessCheck.h"

#include "dtensor/Driver/ProgramInfo.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"

using namespace mlir;

namespace dtensor {

/// The first component that has other bits, as a message; empty if there is
/// none.
static std::string findDifference(const Signature &signature,
                                  const Invocation &together,
                                  const Invocation &alone) {
  for (size_t number = 0; number < signature.results.size(); ++number)
    for (int64_t device : signature.devices) {
      const HostTensor &got = *together.getResult(number)[device];
      const HostTensor &want = *alone.getResult(number)[device];
      if (got.getBytes() != want.getBytes())
        return (Twine("result ") + Twine(number) + " on device " +
                Twine(device) + " has other bits than in one process")
            .str();
    }
  return "";
}

ProcessCheck checkProcesses(func::FuncOp entry, ProgramCompiler &compiler,
                            const Processor &processor,
                            llvm::ArrayRef<std::shared_ptr<HostTensor>> inputs,
                            const Job &job) {
  using Kind = ProcessCheck::Kind;
  std::string messages;
  llvm::raw_string_ostream os(messages);
  OneLineDiagnostics diagnostics(entry.getContext(), os);
  auto fail = [](Kind kind, llvm::Error error) {
    return ProcessCheck{kind, llvm::toString(std::move(error))};
  };
  std::string name = entry.getName().str();
  auto compiled = compiler.compileObjects(entry);
  if (failed(compiled))
    return {Kind::Unusable, messages};
  auto code = JIT::link((*compiled)->takeObjects(), processor);
  if (!code)
    return fail(Kind::Unusable, code.takeError());
  auto info = (*code)->lookupSymbol(ProgramInfo::getSymbol(name));
  if (!info)
    return fail(Kind::Unusable, info.takeError());

  // Both runs have the same machine code. The first one is made by every
  // process, so that all know of an error before any waits for the others.
  std::optional<Invocation> alone, together;
  for (const Job *members : {static_cast<const Job *>(nullptr), &job}) {
    Kind kind = members ? Kind::Failed : Kind::Unusable;
    std::optional<Invocation> &invocation = members ? together : alone;
    auto linked = LinkedProgram::create(
        *static_cast<const DtProgramInfo *>(*info), members);
    if (!linked)
      return fail(kind, linked.takeError());
    auto made = Invocation::create(linked->getSignature(), inputs);
    if (!made)
      return fail(kind, made.takeError());
    invocation.emplace(std::move(*made));
    if (llvm::Error error = linked->run(*invocation))
      return fail(kind, std::move(error));
    if (!members)
      continue;
    std::string difference =
        findDifference(linked->getSignature(), *together, *alone);
    if (!difference.empty())
      return {Kind::Different, difference};
  }
  return {Kind::Same};
}

} // namespace dtensor
