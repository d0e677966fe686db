//===- HostObjects.h - Machine code to be linked ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_EXECUTIONENGINE_HOSTOBJECTS_H
#define DTENSOR_EXECUTIONENGINE_HOSTOBJECTS_H

#include "dtensor/Target/Processor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>
#include <vector>

namespace dtensor {

/// Object files of one program, for a processor of this architecture.
struct HostObjects {
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> files;
  /// The functions that may be called from outside.
  std::vector<std::string> names;
  /// The most bytes of stack that a call of one of them takes, without the
  /// stack of functions in other libraries.
  int64_t stackBytes = 0;
};

/// Compiles a module of the LLVM dialect. A module with many functions is
/// divided into parts that are compiled at the same time. The number of parts
/// depends on the module alone, so that the code is the same on every machine
/// with this processor. `extend` may add to the LLVM IR before it is divided.
llvm::Expected<HostObjects> compileForHost(
    mlir::ModuleOp module, const Processor &processor, bool optimize,
    llvm::function_ref<void(llvm::Module &)> extend = [](llvm::Module &) {});

/// Compiles the module of translateForHost to one file of machine code.
llvm::Expected<HostObjects> generateObject(llvm::Module &code,
                                           llvm::TargetMachine &machine);

} // namespace dtensor

#endif // DTENSOR_EXECUTIONENGINE_HOSTOBJECTS_H
