//===- HostCode.h - LLVM IR for this machine --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_EXECUTIONENGINE_HOSTCODE_H
#define DTENSOR_EXECUTIONENGINE_HOSTCODE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace dtensor {

/// The processor that this process runs on, with all its features; `optimize`:
/// code generation takes its time. The calling thread's own, made at its first
/// call: that takes longer than generating code for a small program.
llvm::Expected<llvm::TargetMachine &> getHostMachine(bool optimize);

/// Bytes of the largest vectors that this process's processor computes with.
int64_t getHostVectorBytes();

/// Translates a module of the LLVM dialect.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateForHost(mlir::ModuleOp module, llvm::LLVMContext &context,
                 llvm::TargetMachine &machine);

/// Optimizes what translateForHost made, if that is wanted.
void optimizeForHost(llvm::Module &module, llvm::TargetMachine &machine,
                     bool optimize);

} // namespace dtensor

#endif // DTENSOR_EXECUTIONENGINE_HOSTCODE_H
