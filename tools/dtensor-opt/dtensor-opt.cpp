//===- dtensor-opt.cpp - Passes of the project, one by one ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Pipelines/InitAll.h"
#include "dtensor/Pipelines/Pipelines.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  dtensor::registerAllPasses();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  dtensor::registerLoweringExtensions(registry);
  dtensor::registerAllDialects(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv,
                        "Example: dtensor-opt program.mlir "
                        "--dtensor-partition\n",
                        registry));
}
