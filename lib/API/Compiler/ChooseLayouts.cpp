//===- ChooseLayouts.cpp - Layouts chosen for the user --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Compiler.h"

#include "API/Host/Errors.h"
#include "Workshop.h"
#include "dtensor/Driver/AutoLayoutRequest.h"

namespace dt {

ChosenLayouts choose_layouts(std::string_view source,
                             const CompileOptions &options,
                             const ChoiceOptions &choice) {
  dtensor::AutoLayoutRequest request;
  request.choice.strict = options.strict;
  request.choice.gather = options.gather_where_less;
  request.choice.replicateUnknown = options.replicate_unknown;
  if (!options.machine.empty()) {
    request.machine = check(dtensor::parseMachine(options.machine));
    request.choice.memoryPerDevice =
        int64_t(request.machine->getDevice().memoryBytes);
  }
  if (choice.memory_per_device)
    request.choice.memoryPerDevice = choice.memory_per_device;
  if (choice.devices < 0)
    raise("required a number of devices above 0, found " +
          std::to_string(choice.devices));
  if (choice.devices > 0)
    request.numDevices = choice.devices;
  ChosenLayouts chosen;
  Workshop::read(source, options, [&](mlir::func::FuncOp entry) {
    mlir::FailureOr<dtensor::AutoLayout> layouts =
        dtensor::chooseLayouts(request, entry);
    if (failed(layouts))
      return mlir::failure();
    llvm::raw_string_ostream file(chosen.layouts);
    dtensor::printLayoutsFile(*layouts, entry, file);
    llvm::raw_string_ostream text(chosen.explanation);
    dtensor::explainLayouts(*layouts, entry, text);
    chosen.seconds = layouts->seconds;
    chosen.peak_bytes = layouts->peakBytes;
    return mlir::success();
  });
  return chosen;
}

} // namespace dt
