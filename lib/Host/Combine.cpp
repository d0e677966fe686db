//===- Combine.cpp - Joining the addends of a partial value ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Combine.h"

#include "dtensor/Host/Element.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace dtensor {

bool isDefinedFor(Combiner combiner, ElementType type) {
  // Addends of so few bits would not represent their sum.
  if (isByteFloat(type))
    return combiner == Combiner::Or;
  switch (combiner) {
  case Combiner::Add:
  case Combiner::Mul:
  // These combine bits, whatever the type.
  case Combiner::Or:
    return true;
  case Combiner::And:
  case Combiner::Xor:
  case Combiner::MaxSigned:
  case Combiner::MinSigned:
  case Combiner::MaxUnsigned:
  case Combiner::MinUnsigned:
    return isInteger(type);
  case Combiner::Maximum:
  case Combiner::Minimum:
  case Combiner::MaxNum:
  case Combiner::MinNum:
    return !isInteger(type) && !isComplex(type);
  case Combiner::Avg:
    return !isInteger(type);
  }
  llvm_unreachable("unknown combiner");
}

static unsigned getBitWidth(ElementType type) {
  return type == ElementType::I1 ? 1 : 8 * getByteSize(type);
}

static int64_t getIntegerIdentity(Combiner combiner, ElementType type) {
  unsigned width = getBitWidth(type);
  switch (combiner) {
  case Combiner::Add:
  case Combiner::Xor:
  case Combiner::MaxUnsigned:
    return 0;
  case Combiner::Mul:
    return 1;
  case Combiner::And:
  case Combiner::MinUnsigned:
    return -1;
  case Combiner::MaxSigned:
    return int64_t(uint64_t(1) << (width - 1));
  case Combiner::MinSigned:
    return int64_t((uint64_t(1) << (width - 1)) - 1);
  default:
    llvm_unreachable("no combiner of integers");
  }
}

static std::complex<double> getFloatIdentity(Combiner combiner) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (combiner) {
  case Combiner::Add:
  case Combiner::Avg:
    return {-0.0, -0.0};
  case Combiner::Mul:
    return 1.0;
  case Combiner::Maximum:
    return -infinity;
  case Combiner::Minimum:
    return infinity;
  case Combiner::MaxNum:
  case Combiner::MinNum:
    return std::numeric_limits<double>::quiet_NaN();
  default:
    llvm_unreachable("no combiner of floats");
  }
}

void fillWithIdentity(Combiner combiner, HostTensor &tensor) {
  ElementType type = tensor.getElementType();
  unsigned size = getByteSize(type);
  if (combiner == Combiner::Or) {
    std::fill_n(tensor.getData(), tensor.getNumElements() * size, 0);
    return;
  }
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    char *element = tensor.getData() + i * size;
    if (isInteger(type))
      storeInteger(type, element, getIntegerIdentity(combiner, type));
    else
      storeFloat(type, element, getFloatIdentity(combiner));
  }
}

static int64_t combineIntegers(Combiner combiner, ElementType type, int64_t a,
                               int64_t b) {
  // An i1 is loaded as 0 or 1, whose sign is the bit itself.
  auto asSigned = [&](int64_t value) {
    return type == ElementType::I1 ? -(value & 1) : value;
  };
  switch (combiner) {
  case Combiner::Add:
    return int64_t(uint64_t(a) + uint64_t(b));
  case Combiner::Mul:
    return int64_t(uint64_t(a) * uint64_t(b));
  case Combiner::And:
    return a & b;
  case Combiner::Xor:
    return a ^ b;
  case Combiner::MaxSigned:
    return asSigned(a) < asSigned(b) ? b : a;
  case Combiner::MinSigned:
    return asSigned(b) < asSigned(a) ? b : a;
  case Combiner::MaxUnsigned:
    return uint64_t(a) < uint64_t(b) ? b : a;
  case Combiner::MinUnsigned:
    return uint64_t(b) < uint64_t(a) ? b : a;
  default:
    llvm_unreachable("no combiner of integers");
  }
}

/// The larger of two floats; +0.0 is larger than -0.0.
static double max(double a, double b) {
  if (a == b)
    return std::signbit(a) ? b : a;
  return a < b ? b : a;
}

static std::complex<double> combineFloats(Combiner combiner,
                                          std::complex<double> a,
                                          std::complex<double> b) {
  auto propagateNaN = [&](double value) {
    return std::isnan(a.real())   ? a.real()
           : std::isnan(b.real()) ? b.real()
                                  : value;
  };
  auto ignoreNaN = [&](double value) {
    return std::isnan(a.real())   ? b.real()
           : std::isnan(b.real()) ? a.real()
                                  : value;
  };
  switch (combiner) {
  case Combiner::Add:
  case Combiner::Avg:
    return a + b;
  case Combiner::Mul:
    return a * b;
  case Combiner::Maximum:
    return propagateNaN(max(a.real(), b.real()));
  case Combiner::Minimum:
    return propagateNaN(-max(-a.real(), -b.real()));
  case Combiner::MaxNum:
    return ignoreNaN(max(a.real(), b.real()));
  case Combiner::MinNum:
    return ignoreNaN(-max(-a.real(), -b.real()));
  default:
    llvm_unreachable("no combiner of floats");
  }
}

void combine(Combiner combiner, HostTensor &into, const HostTensor &from) {
  ElementType type = into.getElementType();
  unsigned size = getByteSize(type);
  if (combiner == Combiner::Or) {
    for (int64_t i = 0, e = into.getNumElements() * size; i < e; ++i)
      into.getData()[i] |= from.getData()[i];
    return;
  }
  for (int64_t i = 0, e = into.getNumElements(); i < e; ++i) {
    char *a = into.getData() + i * size;
    const char *b = from.getData() + i * size;
    if (isInteger(type))
      storeInteger(type, a,
                   combineIntegers(combiner, type, loadInteger(type, a),
                                   loadInteger(type, b)));
    else
      storeFloat(
          type, a,
          combineFloats(combiner, loadFloat(type, a), loadFloat(type, b)));
  }
}

/// Replaces each element of a float or complex type by `change` of it.
static void changeAll(
    HostTensor &tensor,
    llvm::function_ref<std::complex<double>(std::complex<double>)> change) {
  ElementType type = tensor.getElementType();
  unsigned size = getByteSize(type);
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    char *element = tensor.getData() + i * size;
    storeFloat(type, element, change(loadFloat(type, element)));
  }
}

void divideBy(HostTensor &tensor, int64_t groupSize) {
  changeAll(tensor, [&](std::complex<double> value) {
    return value / static_cast<double>(groupSize);
  });
}

void multiplyBy(HostTensor &tensor, int64_t factor) {
  changeAll(tensor, [&](std::complex<double> value) {
    return value * static_cast<double>(factor);
  });
}

} // namespace dtensor
