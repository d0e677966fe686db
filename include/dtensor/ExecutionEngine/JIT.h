//===- JIT.h - Runs programs in this process --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_EXECUTIONENGINE_JIT_H
#define DTENSOR_EXECUTIONENGINE_JIT_H

#include "dtensor/ExecutionEngine/HostObjects.h"
#include "dtensor/Runtime/ABI.h"
#include "dtensor/Target/Processor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace dtensor {

/// The machine code of one module, in this process. Calls are bound to the
/// runtime's library and to the symbols that the process exports. The code
/// lives as long as this object.
class JIT {
public:
  /// Compiles a module of the LLVM dialect, as buildLowerToLLVMPipeline makes
  /// it. Code that runs once need not be optimized, since that takes most of
  /// the time. Errors: this machine lacks a feature of the processor.
  static llvm::Expected<std::unique_ptr<JIT>>
  create(mlir::ModuleOp module, const Processor &processor = Processor(),
         bool optimize = true);

  /// Links what `compileForHost` has made for `processor`.
  static llvm::Expected<std::unique_ptr<JIT>> link(HostObjects objects,
                                                   const Processor &processor);
  ~JIT();

  /// The program for dt_run of the function called `name` in the source.
  llvm::Expected<DtProgram> lookup(llvm::StringRef name);

  /// The address of a constant or a function that an object file defines.
  llvm::Expected<const void *> lookupSymbol(llvm::StringRef name);

  /// See `HostObjects::stackBytes`; for dt_set_stack.
  int64_t getStackBytes() const { return stackBytes; }

private:
  JIT(std::unique_ptr<llvm::orc::LLJIT> engine, int64_t stackBytes);

  std::unique_ptr<llvm::orc::LLJIT> engine;
  int64_t stackBytes;
};

} // namespace dtensor

#endif // DTENSOR_EXECUTIONENGINE_JIT_H
