//===- Element.h - One element of a buffer as a number ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_ELEMENT_H
#define DTENSOR_HOST_ELEMENT_H

#include "dtensor/Host/HostTensor.h"
#include <complex>

namespace dtensor {

/// The integer at `element`, sign-extended; an i1 is 0 or 1.
int64_t loadInteger(ElementType type, const char *element);
/// Keeps the low bits.
void storeInteger(ElementType type, char *element, int64_t value);

/// The float or complex number at `element`, exactly.
std::complex<double> loadFloat(ElementType type, const char *element);
/// Rounds to nearest, ties to even; a real type drops the imaginary part.
void storeFloat(ElementType type, char *element, std::complex<double> value);

/// The element as text, with just enough digits to tell it from its neighbours.
std::string formatElement(ElementType type, const char *element);

} // namespace dtensor

#endif // DTENSOR_HOST_ELEMENT_H
