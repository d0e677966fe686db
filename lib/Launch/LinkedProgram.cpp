//===- LinkedProgram.cpp - A program that was compiled before -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/LinkedProgram.h"

#include "dtensor/Launch/ProgramSignature.h"

using llvm::Error;
using llvm::Expected;

namespace dtensor {

Expected<LinkedProgram> LinkedProgram::create(const DtProgramInfo &info) {
  Expected<Signature> signature = readProgramSignature(info);
  if (!signature)
    return signature.takeError();
  Expected<DeviceContext> context = DeviceContext::create(signature->mesh);
  if (!context)
    return context.takeError();
  if (Error error = context->reserveStack(info.stackBytes))
    return std::move(error);
  return LinkedProgram(std::move(*signature), info.program,
                       std::move(*context));
}

Error LinkedProgram::run(Invocation &invocation) {
  return context.run(program, invocation.getArguments());
}

} // namespace dtensor
