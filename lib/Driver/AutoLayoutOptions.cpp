//===- AutoLayoutOptions.cpp - Options about chosen layouts ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/AutoLayoutOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace cl = llvm::cl;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace dtensor {

AutoLayoutOptions::AutoLayoutOptions(cl::OptionCategory &category,
                                     StringRef machineUse)
    : autoLayout("auto-layout", cl::ValueOptional, cl::cat(category),
                 cl::desc("choose the layouts of arguments and results that "
                          "are not annotated, and explain the choice on "
                          "stderr")),
      autoMesh("auto-mesh", cl::ValueOptional, cl::cat(category),
               cl::desc("with --auto-layout, also choose a mesh of one or two "
                        "dimensions for the devices of --devices")),
      memory("memory-per-device", cl::value_desc("BYTES"), cl::cat(category),
             cl::desc("the memory that --auto-layout may use of each device, "
                      "such as 80GB or 512MiB (default: that of --machine, or "
                      "no limit)")),
      output("output-layouts", cl::value_desc("FILE.json"), cl::cat(category),
             cl::desc("write the layouts of --auto-layout to a file, for "
                      "--layouts")),
      problem("dump-iopddl", cl::value_desc("FILE.json"), cl::cat(category),
              cl::desc("write the problem that --auto-layout solves, for "
                       "dtensor-plan --iopddl")),
      machine("machine", cl::value_desc("FILE.json"), cl::cat(category),
              cl::desc(machineUse)) {}

std::optional<int64_t> parseBytes(StringRef text) {
  StringRef number =
      text.take_while([](char c) { return llvm::isDigit(c) || c == '.'; });
  double value;
  if (number.getAsDouble(value))
    return std::nullopt;
  auto unit = llvm::StringSwitch<double>(text.drop_front(number.size()).trim())
                  .Cases({"", "B"}, 1)
                  .Cases({"k", "K", "kB", "KB"}, 1e3)
                  .Cases({"M", "MB"}, 1e6)
                  .Cases({"G", "GB"}, 1e9)
                  .Cases({"T", "TB"}, 1e12)
                  .Cases({"Ki", "KiB"}, 0x1p10)
                  .Cases({"Mi", "MiB"}, 0x1p20)
                  .Cases({"Gi", "GiB"}, 0x1p30)
                  .Cases({"Ti", "TiB"}, 0x1p40)
                  .Default(0);
  double bytes = value * unit;
  constexpr double kMost = 1e18;
  if (unit == 0 || !(bytes >= 1) || bytes > kMost)
    return std::nullopt;
  return int64_t(bytes);
}

Error AutoLayoutOptions::readMachine(CompileOptions &compile) const {
  if (!machine.getNumOccurrences())
    return Error::success();
  return dtensor::readMachine(machine).moveInto(compile.machine);
}

Expected<std::optional<AutoLayoutRequest>>
AutoLayoutOptions::read(const LayoutOptions &layoutOptions,
                        LayoutRequest &layouts,
                        const CompileOptions &compile) const {
  bool isWanted = false;
  if (Error error = readSwitch(autoLayout, isWanted))
    return std::move(error);
  if (!isWanted) {
    for (const TextFlag *flag : {&autoMesh, &memory, &output, &problem})
      if (flag->getNumOccurrences())
        return llvm::createStringError("--" + flag->ArgStr +
                                       " is for --auto-layout");
    return std::nullopt;
  }
  AutoLayoutRequest request;
  request.choice.replicateUnknown = compile.replicateUnknown;
  request.choice.gather = compile.gather;
  request.choice.strict = compile.strict;
  request.choice.proposals = compile.proposals;
  request.machine = compile.machine;
  if (request.machine)
    request.choice.memoryPerDevice =
        int64_t(request.machine->getDevice().memoryBytes);
  if (memory.getNumOccurrences()) {
    int64_t bytes = 0;
    if (Error error = readFlag(memory, "a number of bytes such as 80GB", bytes,
                               parseBytes))
      return std::move(error);
    request.choice.memoryPerDevice = bytes;
  }
  bool wantsMesh = false;
  if (Error error = readSwitch(autoMesh, wantsMesh))
    return std::move(error);
  if (wantsMesh) {
    if (!layoutOptions.hasDevices())
      return llvm::createStringError(
          "--auto-mesh: required the number of devices (--devices N)");
    if (!layouts.arguments.empty() || !layouts.results.empty())
      return llvm::createStringError("--auto-mesh: required no layouts, since "
                                     "they name dimensions of a mesh");
    request.numDevices = layouts.mesh->getNumDevices();
    layouts.mesh.reset();
  }
  request.layoutsFile = output;
  request.problemFile = problem;
  return request;
}

} // namespace dtensor
