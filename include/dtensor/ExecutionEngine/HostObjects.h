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
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>
#include <vector>

namespace dtensor {

/// Object files that belong together, for a processor of this architecture.
struct HostObjects {
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> files;
  /// Functions that others may call.
  std::vector<std::string> names;
  /// The stack that a call of one takes at most, beside what functions of other
  /// libraries take.
  int64_t stackBytes = 0;
};

/// Compiles a module of the LLVM dialect. One with many functions is compiled
/// in parts, at the same time; how many depends on the module alone, so that
/// the code is the same on every machine with this processor.
llvm::Expected<HostObjects> compileForHost(mlir::ModuleOp module,
                                           const Processor &processor,
                                           bool optimize);

/// Machine code of what translateForHost made, one file.
llvm::Expected<HostObjects> generateObject(llvm::Module &code,
                                           llvm::TargetMachine &machine);

} // namespace dtensor

#endif // DTENSOR_EXECUTIONENGINE_HOSTOBJECTS_H
