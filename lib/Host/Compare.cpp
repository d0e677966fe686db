//===- Compare.cpp - Where two tensors differ -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Compare.h"

#include "dtensor/Host/Element.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

namespace dtensor {

/// Whether NaNs and infinities stand at the same places; if so, those parts are
/// out of the comparison.
static bool nonFiniteAgrees(double got, double want) {
  if (std::isnan(got) || std::isnan(want))
    return std::isnan(got) && std::isnan(want);
  if (std::isinf(got) || std::isinf(want))
    return got == want;
  return true;
}

static bool isClose(std::complex<double> got, std::complex<double> want,
                    const Tolerance &tolerance) {
  if (!nonFiniteAgrees(got.real(), want.real()) ||
      !nonFiniteAgrees(got.imag(), want.imag()))
    return false;
  auto finite = [](std::complex<double> value) {
    return std::complex<double>(std::isfinite(value.real()) ? value.real() : 0,
                                std::isfinite(value.imag()) ? value.imag() : 0);
  };
  std::complex<double> wanted = finite(want);
  return std::abs(finite(got) - wanted) <=
         tolerance.atol + tolerance.rtol * std::abs(wanted);
}

std::optional<Difference> compare(const HostTensor &got, const HostTensor &want,
                                  const Tolerance &tolerance) {
  ElementType type = got.getElementType();
  unsigned size = getByteSize(type);
  std::optional<Difference> difference;
  for (int64_t i = 0, e = got.getNumElements(); i < e; ++i) {
    const char *a = got.getData() + i * size;
    const char *b = want.getData() + i * size;
    bool agrees = isInteger(type) ? loadInteger(type, a) == loadInteger(type, b)
                                  : isClose(loadFloat(type, a),
                                            loadFloat(type, b), tolerance);
    if (agrees)
      continue;
    if (difference) {
      ++difference->numDifferent;
      continue;
    }
    llvm::SmallVector<int64_t> index(got.getShape().size());
    int64_t rest = i;
    for (size_t axis = index.size(); axis-- > 0;) {
      index[axis] = rest % got.getShape()[axis];
      rest /= got.getShape()[axis];
    }
    difference = Difference{std::move(index), formatElement(type, a),
                            formatElement(type, b), 1, e};
  }
  return difference;
}

std::string Difference::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "at [";
  llvm::interleaveComma(index, os);
  os << "]: got " << got << ", want " << want << " (" << numDifferent << " of "
     << numElements << " elements differ)";
  return text;
}

} // namespace dtensor
