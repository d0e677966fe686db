//===- HostCode.h - LLVM IR for this machine --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_EXECUTIONENGINE_HOSTCODE_H
#define DTENSOR_EXECUTIONENGINE_HOSTCODE_H

#include "dtensor/Target/Processor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace dtensor {

/// The code generator for a processor. With `optimize` it takes time to make
/// fast code. The code may be loaded at any address. Each calling thread has
/// its own generator, which is made at the first call, since that takes longer
/// than generating code for a small program.
llvm::Expected<llvm::TargetMachine &> getHostMachine(const Processor &processor,
                                                     bool optimize);

/// Translates a module of the LLVM dialect.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateForHost(mlir::ModuleOp module, llvm::LLVMContext &context,
                 llvm::TargetMachine &machine);

/// Optimizes the module of translateForHost, if `machine` is an optimizing one.
void optimizeForHost(llvm::Module &module, llvm::TargetMachine &machine,
                     bool optimize);

} // namespace dtensor

#endif // DTENSOR_EXECUTIONENGINE_HOSTCODE_H
