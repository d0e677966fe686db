//===- Array.h - Memory of other libraries ----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PYTHON_ARRAY_H
#define DTENSOR_PYTHON_ARRAY_H

#include "Bindings.h"

namespace dtensor::python {

/// A tensor of what Python has: an array of NumPy, an object with `__dlpack__`
/// or the buffer protocol, a number, or a list of these. The memory is shared
/// if it is row-major and aligned; otherwise it is copied. Errors: an element
/// type that tensors do not have, memory of another kind of device.
dt::Tensor importArray(nb::handle object);

/// A read-only array of NumPy with the tensor's memory.
nb::object toNumPy(const dt::Tensor &tensor);

} // namespace dtensor::python

#endif // DTENSOR_PYTHON_ARRAY_H
