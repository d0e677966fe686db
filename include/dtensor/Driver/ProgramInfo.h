//===- ProgramInfo.h - Program info in object files -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_PROGRAMINFO_H
#define DTENSOR_DRIVER_PROGRAMINFO_H

#include "dtensor/Driver/CompiledProgram.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

namespace dtensor {

/// A DtProgramInfo as a constant of a module that has the code of its program.
class ProgramInfo {
public:
  /// Defines `NAME__program` and `dt_program` for the function `name`, whose
  /// code is `NAME__entry`. No other function stays visible from outside.
  ProgramInfo(llvm::Module &module, llvm::StringRef name,
              const Processor &processor, const CompiledProgram &program);

  llvm::Constant *getConstant() const { return info; }

  /// Sets the size of the stack. It is 0 until code is generated, because it is
  /// not known before.
  void setStackBytes(int64_t bytes);

  /// Sets the size of the stack in an object file of the module. Errors: a file
  /// without the program.
  llvm::Error setStackBytes(llvm::WritableMemoryBuffer &object,
                            int64_t bytes) const;

private:
  llvm::GlobalVariable *info;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_PROGRAMINFO_H
