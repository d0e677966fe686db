//===- TrialCompilers.cpp - The compilers of trials -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialCompilers.h"

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"

namespace dtensor {

CompileOptions TrialCompilers::makeOptions(const Processor &processor,
                                           bool optimize, bool verify,
                                           bool onOneDevice) {
  CompileOptions options;
  options.processor = processor;
  options.optimize = optimize;
  options.verify = options.verifyEachPass = verify;
  options.verifyBuffers = true;
  options.onOneDevice = onOneDevice;
  options.observer = [this](Stage stage, mlir::ModuleOp module) {
    if (stage == Stage::Relayout)
      work = countWork(module);
  };
  return options;
}

TrialCompilers::TrialCompilers(mlir::MLIRContext &context,
                               const Processor &processor, bool useReference)
    : context(context), useReference(useReference),
      rules(context.getOrLoadDialect<linalg_ext::LinalgExtDialect>()
                ->addInterface<PlantedRules>()),
      optimizing(&context,
                 makeOptions(processor, /*optimize=*/true, /*verify=*/true)),
      quick(&context,
            makeOptions(processor, /*optimize=*/false, /*verify=*/false)),
      verifying(&context,
                makeOptions(processor, /*optimize=*/false, /*verify=*/true)),
      optimizingOne(&context,
                    makeOptions(processor, /*optimize=*/true, /*verify=*/true,
                                /*onOneDevice=*/true)),
      quickOne(&context,
               makeOptions(processor, /*optimize=*/false, /*verify=*/false,
                           /*onOneDevice=*/true)) {
  for (ProgramCompiler *compiler :
       {&optimizing, &quick, &verifying, &optimizingOne, &quickOne})
    compiler->warmUp();
}

} // namespace dtensor
