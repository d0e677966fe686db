//===- StepPrediction.h - The time of a step, predicted ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PREDICTION_STEPPREDICTION_H
#define DTENSOR_PREDICTION_STEPPREDICTION_H

#include "dtensor/Machine/Machine.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {

/// The resource that bounds the time of an op.
enum class Bound { Compute, Memory, Communication };

llvm::StringRef stringify(Bound bound);

/// All executions of one op of a source line in a run, on one device.
struct PredictedOp {
  std::string name, location;
  /// For a collective: the mesh dimensions that span its groups, `x,y`.
  std::string dims;
  Bound bound = Bound::Compute;
  int64_t count = 0;
  /// Whether a loop around it has an unknown trip count, and counts once.
  bool inLoop = false;
  double seconds = 0, operations = 0;
  /// Of memory, or received from other devices.
  double bytes = 0;
};

/// All collectives along the same mesh dimensions.
struct PredictedDims {
  std::string dims;
  double seconds = 0, bytesReceived = 0;
};

/// The bytes that one level of the machine carries in one direction.
struct PredictedLevel {
  std::string name;
  /// Those that a device receives, and those of each link that devices share.
  double bytesOfDevice = 0, bytesOfLink = 0;
};

/// The time of one run of a function on a machine, as the sum over its ops:
/// nothing overlaps.
struct StepPrediction {
  double computeSeconds = 0, memorySeconds = 0, communicationSeconds = 0;
  /// The scalar operations of a device.
  double operations = 0;
  int64_t peakBytes = 0;
  /// The most expensive one first.
  std::vector<PredictedOp> ops;
  std::vector<PredictedDims> dims;
  /// One for each level of the machine.
  std::vector<PredictedLevel> levels;

  double getSeconds() const {
    return computeSeconds + memorySeconds + communicationSeconds;
  }
};

/// Predicts the time of a function in the local view, on tensors, without
/// running it. The time taken does not depend on the number of devices. Errors:
/// the mesh does not fit on the machine.
llvm::Expected<StepPrediction> predictStep(mlir::func::FuncOp entry,
                                           const Machine &machine);

} // namespace dtensor

#endif // DTENSOR_PREDICTION_STEPPREDICTION_H
