//===- OpEvaluations.h - The families of evaluations ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_OPEVALUATIONS_H
#define DTENSOR_LIB_REFERENCE_OPEVALUATIONS_H

#include "Evaluator.h"

namespace dtensor::reference {

/// Ops of arith, math and complex, on scalars and, element by element, on
/// tensors.
void addElementwiseOps(OpEvaluations &evaluations);
/// scf, func and other control flow.
void addControlFlowOps(OpEvaluations &evaluations);
/// The tensor dialect: tensors, their elements and shapes, and parts of them.
void addTensorOps(OpEvaluations &evaluations);
void addTensorSliceOps(OpEvaluations &evaluations);
/// `linalg.generic` and all named structured ops, by their bodies.
void addStructuredOps(OpEvaluations &evaluations);
/// dtensor: the result of an annotation is its operand here.
void addDTensorOps(OpEvaluations &evaluations);

/// linalg_ext: a function for each family's file of definitions.
void addFactoryOps(OpEvaluations &evaluations);
void addFoldOps(OpEvaluations &evaluations);
void addIndexingOps(OpEvaluations &evaluations);
void addMatrixOps(OpEvaluations &evaluations);
void addLapackOps(OpEvaluations &evaluations);
void addMovementOps(OpEvaluations &evaluations);
void addWindowOps(OpEvaluations &evaluations);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_OPEVALUATIONS_H
