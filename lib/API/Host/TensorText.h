//===- TensorText.h - The elements of a tensor as text ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_HOST_TENSORTEXT_H
#define DTENSOR_LIB_API_HOST_TENSORTEXT_H

#include "dt/Tensor.h"

namespace dt {

/// `(2, 3)`, `(2,)`, `()`: a shape as Python prints it.
std::string formatShape(const Shape &shape);

/// An element with the fewest digits that tell it from its neighbours.
std::string formatElement(const void *element, DType dtype);

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_TENSORTEXT_H
