//===- StepPrediction.cpp - The time of a step, predicted -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Prediction/StepPrediction.h"
#include "dtensor/Analysis/CommunicationReport.h"
#include "dtensor/Analysis/Frequency.h"
#include "dtensor/Analysis/PeakMemory.h"
#include "dtensor/Analysis/TensorBytes.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Machine/CollectiveTime.h"
#include "dtensor/Prediction/OpWork.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dtensor;

llvm::StringRef dtensor::stringify(Bound bound) {
  switch (bound) {
  case Bound::Compute:
    return "compute";
  case Bound::Memory:
    return "memory";
  case Bound::Communication:
    return "communication";
  }
  llvm_unreachable("no such bound");
}

namespace {

class Predictor {
public:
  explicit Predictor(const Machine &machine) : machine(machine) {
    for (const MachineLevel &level : machine.getLevels())
      step.levels.push_back({level.name});
  }

  void add(Operation *op, Frequency frequency) {
    OpWork work = getOpWork(op);
    if (work.operations == 0 && work.bytes == 0)
      return;
    const MachineDevice &device = machine.getDevice();
    double computing =
        work.operations == 0
            ? 0
            : work.operations / device.getRate(getTypeName(work.elementType));
    double moving = work.bytes / device.memoryBandwidth;
    bool isComputing = computing > moving;
    double count = frequency.count;
    (isComputing ? step.computeSeconds : step.memorySeconds) +=
        count * std::max(computing, moving);
    step.operations += count * work.operations;
    merge({op->getName().getStringRef().str(), getSourcePosition(op->getLoc()),
           "", isComputing ? Bound::Compute : Bound::Memory, frequency.count,
           frequency.hasUnknownLoop, count * std::max(computing, moving),
           count * work.operations, count * work.bytes});
  }

  /// A result that is an argument, or a part of one, is copied: the caller
  /// keeps both.
  void addCopiedResults(func::ReturnOp op) {
    double bytes = 0;
    for (Value result : op.getOperands()) {
      Value source = result;
      while (Operation *maker = source.getDefiningOp()) {
        if (!isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
                 tensor::CollapseShapeOp, tensor::CastOp>(maker))
          break;
        source = maker->getOperand(0);
      }
      if (isa<BlockArgument>(source) && isa<RankedTensorType>(result.getType()))
        bytes += 2.0 * getMaxBytes(result);
    }
    if (bytes == 0)
      return;
    double seconds = bytes / machine.getDevice().memoryBandwidth;
    step.memorySeconds += seconds;
    merge({op->getName().getStringRef().str(), getSourcePosition(op->getLoc()),
           "", Bound::Memory, 1, false, seconds, 0, bytes});
  }

  void add(const CollectiveReport &collective) {
    if (collective.count == 0)
      return;
    const Mesh &mesh = collective.mesh;
    DimList dims;
    for (const std::string &name : collective.dims)
      dims.push_back(*mesh.lookup(name));
    double count = collective.count;
    CollectiveCost cost = predictCollective(
        machine, mesh, collective.kind, dims, collective.bytesReceived / count);
    std::string names = llvm::join(collective.dims, ",");
    step.communicationSeconds += count * cost.seconds;
    auto sum = llvm::find_if(step.dims, [&](const PredictedDims &known) {
      return known.dims == names;
    });
    if (sum == step.dims.end())
      sum = step.dims.insert(sum, {names});
    sum->seconds += count * cost.seconds;
    sum->bytesReceived += collective.bytesReceived;
    for (auto [level, bytes] : llvm::enumerate(cost.bytes)) {
      double senders =
          std::min(machine.getUnitDevices(level), mesh.getNumDevices());
      // A link is shared if a unit has more devices than links.
      double sharing =
          std::max(1.0, senders / machine.getLevels()[level].links);
      step.levels[level].bytesOfDevice += count * bytes;
      step.levels[level].bytesOfLink += count * bytes * sharing;
    }
    merge({"comm." + collective.kind, collective.location, names,
           Bound::Communication, collective.count, collective.inLoop,
           count * cost.seconds, 0, double(collective.bytesReceived)});
  }

  StepPrediction finish() {
    llvm::stable_sort(step.ops, [](const PredictedOp &a, const PredictedOp &b) {
      return a.seconds > b.seconds;
    });
    return std::move(step);
  }

private:
  static std::string getTypeName(Type type) {
    std::string name;
    llvm::raw_string_ostream(name) << type;
    return name;
  }

  void merge(PredictedOp op) {
    std::string key = op.name + "|" + op.location + "|" + op.dims + "|" +
                      stringify(op.bound).str();
    auto [position, isNew] = positions.try_emplace(key, step.ops.size());
    if (isNew) {
      step.ops.push_back(std::move(op));
      return;
    }
    PredictedOp &sum = step.ops[position->second];
    sum.count += op.count;
    sum.inLoop |= op.inLoop;
    sum.seconds += op.seconds;
    sum.operations += op.operations;
    sum.bytes += op.bytes;
  }

  const Machine &machine;
  StepPrediction step;
  llvm::StringMap<size_t> positions;
};

} // namespace

llvm::Expected<StepPrediction> dtensor::predictStep(func::FuncOp entry,
                                                    const Machine &machine) {
  auto meshes = entry->getParentOfType<ModuleOp>().getOps<MeshOp>();
  // Other meshes have as many devices.
  if (!meshes.empty())
    if (llvm::Error error = machine.checkFits((*meshes.begin()).getMesh()))
      return error;
  Predictor predictor(machine);
  visitExecuted(entry.getBody(), [&](Operation *op, Frequency frequency) {
    predictor.add(op, frequency);
  });
  for (Block &block : entry.getBody())
    if (auto end = dyn_cast<func::ReturnOp>(block.getTerminator()))
      predictor.addCopiedResults(end);
  for (const CollectiveReport &collective :
       analyzeCommunication(entry).collectives)
    predictor.add(collective);
  StepPrediction step = predictor.finish();
  step.peakBytes = computePeakBytes(entry);
  return step;
}
