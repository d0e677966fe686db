//===- TrialCompilers.cpp - What compiles trials --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialCompilers.h"

#include "mlir/Parser/Parser.h"

namespace dtensor {

static CompileOptions makeOptions(bool optimize) {
  CompileOptions options;
  options.optimize = options.verify = options.verifyLowering = optimize;
  return options;
}

/// Goes through all passes, on one device: no thread is started.
static constexpr llvm::StringLiteral smallProgram = R"(
  dtensor.mesh @mesh <x=1>
  func.func @main(%0: tensor<2xf32>
      {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<2xf32> {
    %1 = math.absf %0 : tensor<2xf32>
    return %1 : tensor<2xf32>
  }
)";

TrialCompilers::TrialCompilers(mlir::MLIRContext &context)
    : context(context), optimizing(&context, makeOptions(true)),
      quick(&context, makeOptions(false)) {
  for (ProgramCompiler *compiler : {&optimizing, &quick}) {
    auto module =
        mlir::parseSourceString<mlir::ModuleOp>(smallProgram, &context);
    (void)compiler->compile(llvm::cantFail(findEntry(*module, "")));
  }
}

} // namespace dtensor
