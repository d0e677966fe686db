//===- Donations.h - Tensors that a call takes ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PYTHON_DONATIONS_H
#define DTENSOR_PYTHON_DONATIONS_H

#include "Bindings.h"
#include "dt/Access.h"

namespace dtensor::python {

/// Calls a function with tensors. The objects at the positions `donated` give
/// theirs away: afterwards, to use one is an error that names the call. After
/// an error, they have what the function has left.
template <typename Function>
std::vector<dt::DTensor>
callDonating(const nb::list &objects, const std::vector<int64_t> &donated,
             std::string_view name, Function function) {
  std::vector<dt::DTensor> tensors;
  for (nb::handle object : objects)
    tensors.push_back(nb::cast<const dt::DTensor &>(object));
  // One object may be several arguments.
  for (int64_t position : donated)
    nb::cast<dt::DTensor &>(objects[position]) = dt::Access::make_lost(
        tensors[position],
        "was donated to '" + std::string(name) +
            "', and has no elements any more; use the result of the call");
  try {
    return function(tensors);
  } catch (...) {
    for (int64_t position : donated)
      nb::cast<dt::DTensor &>(objects[position]) = tensors[position];
    throw;
  }
}

} // namespace dtensor::python

#endif // DTENSOR_PYTHON_DONATIONS_H
