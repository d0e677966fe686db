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

namespace dtensor {

/// A DtProgramInfo as a constant of a module that has the code of its program.
class ProgramInfo {
public:
  /// Defines `NAME__program` and `dt_program` for the function `name`, whose
  /// code is `NAME__entry`.
  ProgramInfo(llvm::Module &module, llvm::StringRef name,
              const Processor &processor, const CompiledProgram &program);

  llvm::Constant *getConstant() const { return info; }

  /// `NAME__program`.
  static std::string getSymbol(llvm::StringRef name) {
    return (name + "__program").str();
  }

  /// Hides all other functions of the module.
  void hideOtherFunctions();

  /// Sets the size of the stack. It is 0 until code is generated, because it is
  /// not known before.
  void setStackBytes(int64_t bytes);

  /// Sets the size of the stack in the object file that defines `symbol` to
  /// that of `objects`. The module need not exist any more. Errors: no file
  /// with the symbol.
  static llvm::Error setStackBytes(HostObjects &objects,
                                   llvm::StringRef symbol);

private:
  llvm::GlobalVariable *info;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_PROGRAMINFO_H
