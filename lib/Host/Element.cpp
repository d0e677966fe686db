//===- Element.cpp - One element of a buffer as a number ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Element.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

namespace dtensor {

template <typename T> static T load(const char *element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return value;
}

template <typename T> static void store(char *element, T value) {
  std::memcpy(element, &value, sizeof(T));
}

int64_t loadInteger(ElementType type, const char *element) {
  switch (type) {
  case ElementType::I1:
  case ElementType::I8:
    return load<int8_t>(element);
  case ElementType::I16:
    return load<int16_t>(element);
  case ElementType::I32:
    return load<int32_t>(element);
  case ElementType::I64:
    return load<int64_t>(element);
  default:
    llvm_unreachable("no integer type");
  }
}

void storeInteger(ElementType type, char *element, int64_t value) {
  switch (type) {
  case ElementType::I1:
    return store<int8_t>(element, value & 1);
  case ElementType::I8:
    return store<int8_t>(element, value);
  case ElementType::I16:
    return store<int16_t>(element, value);
  case ElementType::I32:
    return store<int32_t>(element, value);
  case ElementType::I64:
    return store<int64_t>(element, value);
  default:
    llvm_unreachable("no integer type");
  }
}

/// The format of a float with 8 or 16 bits; null for other types.
static const llvm::fltSemantics *getSemantics(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return &llvm::APFloat::IEEEhalf();
  case ElementType::BF16:
    return &llvm::APFloat::BFloat();
  case ElementType::F8E5M2:
    return &llvm::APFloat::Float8E5M2();
  case ElementType::F8E4M3FN:
    return &llvm::APFloat::Float8E4M3FN();
  case ElementType::F8E4M3:
    return &llvm::APFloat::Float8E4M3();
  case ElementType::F8E5M2FNUZ:
    return &llvm::APFloat::Float8E5M2FNUZ();
  case ElementType::F8E4M3FNUZ:
    return &llvm::APFloat::Float8E4M3FNUZ();
  case ElementType::F8E4M3B11FNUZ:
    return &llvm::APFloat::Float8E4M3B11FNUZ();
  case ElementType::F8E3M4:
    return &llvm::APFloat::Float8E3M4();
  case ElementType::F8E8M0FNU:
    return &llvm::APFloat::Float8E8M0FNU();
  default:
    return nullptr;
  }
}

static double loadNarrow(ElementType type, const char *element) {
  uint64_t bits =
      isByteFloat(type) ? load<uint8_t>(element) : load<uint16_t>(element);
  return llvm::APFloat(*getSemantics(type),
                       llvm::APInt(8 * getByteSize(type), bits))
      .convertToDouble();
}

static void storeNarrow(ElementType type, char *element, double value) {
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(*getSemantics(type), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  uint64_t bits = number.bitcastToAPInt().getZExtValue();
  if (isByteFloat(type))
    store<uint8_t>(element, bits);
  else
    store<uint16_t>(element, bits);
}

std::complex<double> loadFloat(ElementType type, const char *element) {
  if (getSemantics(type))
    return loadNarrow(type, element);
  switch (type) {
  case ElementType::F32:
    return load<float>(element);
  case ElementType::F64:
    return load<double>(element);
  case ElementType::C64:
    return load<std::complex<float>>(element);
  case ElementType::C128:
    return load<std::complex<double>>(element);
  default:
    llvm_unreachable("no float type");
  }
}

void storeFloat(ElementType type, char *element, std::complex<double> value) {
  if (getSemantics(type))
    return storeNarrow(type, element, value.real());
  switch (type) {
  case ElementType::F32:
    return store<float>(element, value.real());
  case ElementType::F64:
    return store<double>(element, value.real());
  case ElementType::C64:
    return store<std::complex<float>>(element, std::complex<float>(value));
  case ElementType::C128:
    return store<std::complex<double>>(element, value);
  default:
    llvm_unreachable("no float type");
  }
}

std::string formatElement(ElementType type, const char *element) {
  if (type == ElementType::I1)
    return *element ? "true" : "false";
  if (isInteger(type))
    return std::to_string(loadInteger(type, element));

  unsigned digits = 17;
  if (type == ElementType::F32 || type == ElementType::C64)
    digits = 9;
  else if (type == ElementType::F16 || type == ElementType::BF16)
    digits = 5;
  else if (isByteFloat(type))
    digits = 3;
  auto format = [&](double value) {
    char text[64];
    std::snprintf(text, sizeof(text), "%.*g", digits, value);
    return std::string(text);
  };
  std::complex<double> value = loadFloat(type, element);
  if (isComplex(type))
    return "(" + format(value.real()) + ", " + format(value.imag()) + ")";
  return format(value.real());
}

} // namespace dtensor
