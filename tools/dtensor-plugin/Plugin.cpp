//===- Plugin.cpp - The project inside stock mlir-opt ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mlir-opt --load-dialect-plugin=DTensorPlugin.so
//          --load-pass-plugin=DTensorPlugin.so
//          --pass-pipeline="builtin.module(dtensor-partition)"
//
//===----------------------------------------------------------------------===//

#include "dtensor/Pipelines/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/Compiler.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "DTensor", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            dtensor::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "DTensor", LLVM_VERSION_STRING,
          [] { dtensor::registerAllPasses(); }};
}
