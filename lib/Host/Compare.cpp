//===- Compare.cpp - Differences between two tensors ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Compare.h"

#include "dtensor/Host/Element.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

namespace dtensor {

/// Whether NaNs and infinities stand in the same parts. If so, these parts are
/// not compared further.
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
  if (tolerance.byParts) {
    auto isClosePart = [&](double x, double y) {
      return std::abs(x - y) <= tolerance.atol + tolerance.rtol * std::abs(y);
    };
    return isClosePart(finite(got).real(), wanted.real()) &&
           isClosePart(finite(got).imag(), wanted.imag());
  }
  return std::abs(finite(got) - wanted) <=
         tolerance.atol + tolerance.rtol * std::abs(wanted);
}

/// Maps neighbouring floats to neighbouring integers, and both zeros to 0.
template <typename Bits>
static uint64_t countSteps(const char *a, const char *b, Bits infinity) {
  constexpr Bits sign = Bits(1) << (8 * sizeof(Bits) - 1);
  Bits x, y;
  std::memcpy(&x, a, sizeof(Bits));
  std::memcpy(&y, b, sizeof(Bits));
  bool isNaN = Bits(x & ~sign) > infinity;
  if (x == y || (isNaN && Bits(y & ~sign) > infinity))
    return 0;
  if (Bits(x & ~sign) >= infinity || Bits(y & ~sign) >= infinity)
    return UINT64_MAX;
  uint64_t magnitudes[] = {Bits(x & ~sign), Bits(y & ~sign)};
  if ((x & sign) != (y & sign))
    return magnitudes[0] + magnitudes[1];
  return std::max(magnitudes[0], magnitudes[1]) -
         std::min(magnitudes[0], magnitudes[1]);
}

/// The same for a float of 8 bits, whose format says what is not finite.
static uint64_t countByteSteps(ElementType type, const char *a, const char *b) {
  double x = loadFloat(type, a).real(), y = loadFloat(type, b).real();
  if (x == y || (std::isnan(x) && std::isnan(y)))
    return 0;
  if (!std::isfinite(x) || !std::isfinite(y))
    return UINT64_MAX;
  auto rank = [&](const char *element) -> int {
    int bits = static_cast<unsigned char>(*element);
    if (type == ElementType::F8E8M0FNU)
      return bits;
    return bits & 0x80 ? -(bits & 0x7f) : bits;
  };
  return std::abs(rank(a) - rank(b));
}

uint64_t countUlps(ElementType type, const char *a, const char *b) {
  if (isByteFloat(type))
    return countByteSteps(type, a, b);
  switch (type) {
  case ElementType::F16:
    return countSteps<uint16_t>(a, b, 0x7C00);
  case ElementType::BF16:
    return countSteps<uint16_t>(a, b, 0x7F80);
  case ElementType::F32:
    return countSteps<uint32_t>(a, b, 0x7F800000);
  case ElementType::F64:
    return countSteps<uint64_t>(a, b, 0x7FF0000000000000);
  case ElementType::C64:
    return std::max(countUlps(ElementType::F32, a, b),
                    countUlps(ElementType::F32, a + 4, b + 4));
  case ElementType::C128:
    return std::max(countUlps(ElementType::F64, a, b),
                    countUlps(ElementType::F64, a + 8, b + 8));
  default:
    llvm_unreachable("no float type");
  }
}

/// Whether two elements are as close as required.
static bool agree(ElementType type, const char *got, const char *want,
                  const Tolerance &tolerance) {
  if (isInteger(type))
    return loadInteger(type, got) == loadInteger(type, want);
  if (tolerance.ulps) {
    uint64_t distance = countUlps(type, got, want);
    return distance >= tolerance.ulps->least &&
           distance <= tolerance.ulps->most;
  }
  return isClose(loadFloat(type, got), loadFloat(type, want), tolerance);
}

std::optional<Difference> compare(const HostTensor &got, const HostTensor &want,
                                  const Tolerance &tolerance) {
  ElementType type = got.getElementType();
  unsigned size = getByteSize(type);
  std::optional<Difference> difference;
  for (int64_t i = 0, e = got.getNumElements(); i < e; ++i) {
    const char *a = got.getData() + i * size;
    const char *b = want.getData() + i * size;
    if (agree(type, a, b, tolerance))
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
