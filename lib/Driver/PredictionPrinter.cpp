//===- PredictionPrinter.cpp - Predictions as text and JSON ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/PredictionPrinter.h"

#include "dtensor/Host/TextTable.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace dtensor {

using llvm::json::OStream;

/// The number of ops that are shown.
static constexpr size_t kMostExpensive = 10;

static llvm::ArrayRef<PredictedOp>
getMostExpensive(const StepPrediction &step) {
  return llvm::ArrayRef(step.ops).take_front(kMostExpensive);
}

/// Four digits: `1.235e-03`.
static std::string format(double number) {
  return llvm::formatv("{0:e3}", number).str();
}

static std::string formatBytes(double bytes) {
  return llvm::formatv("{0:f0}", bytes).str();
}

void printPredictionAsTable(const StepPrediction &step, const Machine &machine,
                            const Mesh &mesh, llvm::raw_ostream &os) {
  double total = step.getSeconds();
  TextTable parts({"part", "seconds", "percent", "bytes received"});
  auto add = [&](std::string part, double seconds, std::string bytes = "") {
    parts.add({part, format(seconds),
               llvm::formatv("{0:f1}", total > 0 ? 100 * seconds / total : 0),
               bytes});
  };
  add("compute", step.computeSeconds);
  add("memory", step.memorySeconds);
  for (const PredictedDims &dims : step.dims)
    add("communication along " + dims.dims, dims.seconds,
        formatBytes(dims.bytesReceived));
  add("step", total);
  parts.print(os);
  os << "\n";

  TextTable levels(
      {"level", "of", "latency", "bytes of a device", "bytes of a link"});
  for (auto [level, traffic] :
       llvm::zip_equal(machine.getLevels(), step.levels))
    levels.add({level.name, std::to_string(level.size),
                format(level.messages.front().latency),
                formatBytes(traffic.bytesOfDevice),
                formatBytes(traffic.bytesOfLink)});
  levels.print(os);
  os << "\n";

  TextTable ops({"op", "location", "dims", "count", "seconds", "operations",
                 "bytes", "bound by"});
  for (const PredictedOp &op : getMostExpensive(step))
    ops.add({op.name, op.location, op.dims,
             std::to_string(op.count) + (op.inLoop ? " an iteration" : ""),
             format(op.seconds), format(op.operations), formatBytes(op.bytes),
             stringify(op.bound).str()});
  ops.print(os);
  os << "machine: " << machine.getName()
     << ", devices: " << mesh.getNumDevices()
     << ", operations of a device: " << format(step.operations)
     << ", peak bytes: " << step.peakBytes << " of "
     << formatBytes(machine.getDevice().memoryBytes) << "\n";
}

void printPredictionAsJSON(const StepPrediction &step, const Machine &machine,
                           const Mesh &mesh, llvm::raw_ostream &os) {
  OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("machine", machine.getName());
    json.attribute("devices", mesh.getNumDevices());
    json.attributeObject("mesh", [&] {
      for (const MeshDimension &dimension : mesh.getDimensions())
        json.attribute(dimension.name, dimension.size);
    });
    json.attribute("seconds", step.getSeconds());
    json.attribute("compute_seconds", step.computeSeconds);
    json.attribute("memory_seconds", step.memorySeconds);
    json.attribute("communication_seconds", step.communicationSeconds);
    json.attribute("operations", step.operations);
    json.attribute("peak_bytes", step.peakBytes);
    json.attribute("memory_bytes", machine.getDevice().memoryBytes);
    json.attributeArray("communication", [&] {
      for (const PredictedDims &dims : step.dims)
        json.object([&] {
          json.attribute("dims", dims.dims);
          json.attribute("seconds", dims.seconds);
          json.attribute("bytes_received", dims.bytesReceived);
        });
    });
    json.attributeArray("levels", [&] {
      for (const PredictedLevel &level : step.levels)
        json.object([&] {
          json.attribute("name", level.name);
          json.attribute("bytes_of_device", level.bytesOfDevice);
          json.attribute("bytes_of_link", level.bytesOfLink);
        });
    });
    json.attributeArray("ops", [&] {
      for (const PredictedOp &op : getMostExpensive(step))
        json.object([&] {
          json.attribute("op", op.name);
          json.attribute("location", op.location);
          if (op.bound == Bound::Communication)
            json.attribute("dims", op.dims);
          json.attribute("bound", stringify(op.bound));
          json.attribute("count", op.count);
          json.attribute("in_loop", op.inLoop);
          json.attribute("seconds", op.seconds);
          json.attribute("operations", op.operations);
          json.attribute("bytes", op.bytes);
        });
    });
  });
  os << "\n";
}

} // namespace dtensor
