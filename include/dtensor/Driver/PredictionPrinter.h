//===- PredictionPrinter.h - Predictions as text and JSON -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_PREDICTIONPRINTER_H
#define DTENSOR_DRIVER_PREDICTIONPRINTER_H

#include "dtensor/Prediction/StepPrediction.h"

namespace dtensor {

/// Prints the time of a step, its parts, the bytes on each level's links, and
/// the ten most expensive ops.
void printPredictionAsTable(const StepPrediction &step, const Machine &machine,
                            const Mesh &mesh, llvm::raw_ostream &os);

/// The same as JSON.
void printPredictionAsJSON(const StepPrediction &step, const Machine &machine,
                           const Mesh &mesh, llvm::raw_ostream &os);

} // namespace dtensor

#endif // DTENSOR_DRIVER_PREDICTIONPRINTER_H
