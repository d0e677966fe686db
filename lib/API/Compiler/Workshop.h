//===- Workshop.h - One compiler for all threads ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_COMPILER_WORKSHOP_H
#define DTENSOR_LIB_API_COMPILER_WORKSHOP_H

#include "dt/Compiler.h"
#include "dtensor/Driver/CompiledProgram.h"

namespace dt {

/// Machine code that is not linked yet.
struct Code {
  std::string entry;
  std::vector<std::string> objects;
};

/// The compiler's context and passes, which are made once. A user has it for
/// itself.
class Workshop {
public:
  /// The options of the compiler: those options without those that are about
  /// layouts. Errors: a processor that does not exist.
  static dtensor::CompileOptions makeOptions(const CompileOptions &options);

  /// Compiles a program. Errors: see `compile`.
  static Code compile(std::string_view source, const CompileOptions &options);

  /// Runs the stages up to `stage`, and calls `look` with the module after it.
  static void inspect(
      std::string_view source, const CompileOptions &options,
      dtensor::CompileOptions compile,
      llvm::function_ref<void(mlir::ModuleOp)> look = [](mlir::ModuleOp) {});

  /// Calls `look` with the entry of the program, before any stage. It reports
  /// its errors to the context.
  static void
  read(std::string_view source, const CompileOptions &options,
       llvm::function_ref<mlir::LogicalResult(mlir::func::FuncOp)> look);
};

/// Links machine code for this process. `makeProfiled` makes the program with
/// events. Errors: code for another processor.
Executable link(const Code &code, const dtensor::Processor &processor,
                std::function<Executable()> makeProfiled = {});

} // namespace dt

#endif // DTENSOR_LIB_API_COMPILER_WORKSHOP_H
