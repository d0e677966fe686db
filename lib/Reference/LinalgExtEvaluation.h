//===- LinalgExtEvaluation.h - Shared code for linalg_ext -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_LINALGEXTEVALUATION_H
#define DTENSOR_LIB_REFERENCE_LINALGEXTEVALUATION_H

#include "Evaluation.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"

namespace dtensor::reference {

/// The place of a tensor in the whole tensor that it is a part of. A tensor
/// that is no part starts at 0 and has the extents of the whole.
struct PartBox {
  Position starts, extents;
};
PartBox getPartBox(linalg_ext::PartOpInterface op, const Tensor &part,
                   const Evaluator &evaluator);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_LINALGEXTEVALUATION_H
