//===- LocalFunction.h - Functions of Python on devices ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PYTHON_LOCALFUNCTION_H
#define DTENSOR_PYTHON_LOCALFUNCTION_H

#include "Bindings.h"
#include "dt/LocalMap.h"

namespace dtensor::python {

/// A function of Python that devices call with their components, and with the
/// keyword `device` if it wants that. It is held until the process ends, since
/// programs may call it as long.
dt::LocalFunction makeLocalFunction(nb::callable function, bool wantsDevice);

} // namespace dtensor::python

#endif // DTENSOR_PYTHON_LOCALFUNCTION_H
