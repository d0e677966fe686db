//===- Module.cpp - The extension module dtensor._core --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"

using namespace dtensor::python;

NB_MODULE(_core, module) {
  module.doc() = "The classes and functions of the C++ libraries.";
  // Functions at the level of a module live until the process ends.
  nb::set_leak_warnings(false);
  bindError(module);
  bindDType(module);
  bindMesh(module);
  bindLayout(module);
  bindContext(module);
  bindInterrupts(module);
  bindDTensor(module);
  bindArray(module);
  bindVariable(module);
  bindLayoutScope(module);
  bindFactories(module);
  bindCollectiveCounter(module);
  bindPlan(module);
  bindProfile(module);
  bindProcesses(module);
  bindCheckpoint(module);
  bindLog(module);
  bindExecutable(module);
  bindCompiler(module);
  bindCall(module);
  bindJit(module);
  bindCustomOp(module);
  bindLocalMap(module);
}
