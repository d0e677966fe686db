//===- TensorText.cpp - The elements of a tensor as text ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorText.h"

#include "Implementation.h"
#include "dtensor/Host/Element.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace dt {

std::string formatShape(const Shape &shape) {
  std::string text = "(";
  for (size_t axis = 0; axis < shape.size(); ++axis)
    text += (axis == 0 ? "" : ", ") + std::to_string(shape[axis]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

template <typename T> static std::string format(T value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

template <typename T> static std::string formatFloat(const char *element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return format(value);
}

/// A float of 8 or 16 bits: the fewest digits that are read as the same bits.
static std::string formatNarrow(dtensor::ElementType type,
                                const char *element) {
  double value = dtensor::loadFloat(type, element).real();
  // Its sign has no meaning, and is set where there is one NaN only.
  if (std::isnan(value))
    return "nan";
  for (int digits = 1;; ++digits) {
    char text[32], bits[2];
    std::snprintf(text, sizeof(text), "%.*g", digits, value);
    double rounded = std::strtod(text, nullptr);
    dtensor::storeFloat(type, bits, rounded);
    if (std::memcmp(bits, element, getByteSize(type)) == 0 || digits == 5)
      return format(rounded);
  }
}

template <typename T> static std::string formatComplex(const char *element) {
  std::string imaginary = formatFloat<T>(element + sizeof(T));
  bool hasSign = imaginary[0] == '-';
  return formatFloat<T>(element) + (hasSign ? "" : "+") + imaginary + "j";
}

std::string formatElement(const void *element, DType dtype) {
  const char *bytes = static_cast<const char *>(element);
  dtensor::ElementType type = getElementType(dtype);
  switch (dtype) {
  case DType::float32:
    return formatFloat<float>(bytes);
  case DType::float64:
    return formatFloat<double>(bytes);
  case DType::complex64:
    return formatComplex<float>(bytes);
  case DType::complex128:
    return formatComplex<double>(bytes);
  case DType::boolean:
    return *bytes ? "True" : "False";
  default:
    break;
  }
  if (!dtensor::isInteger(type))
    return formatNarrow(type, bytes);
  int64_t value = dtensor::loadInteger(type, bytes);
  if (!isUnsigned(dtype))
    return std::to_string(value);
  uint64_t mask = ~uint64_t(0) >> (64 - 8 * item_size(dtype));
  return std::to_string(static_cast<uint64_t>(value) & mask);
}

namespace {

/// Prints as NumPy does: a row a line, columns aligned, and of long axes the
/// ends.
class Printer {
public:
  explicit Printer(const Tensor &tensor) : tensor(tensor) {}

  std::string print() {
    // Once to find the width of the widest element, and once with it.
    printAxis(0, 0);
    text.clear();
    printAxis(0, 0);
    return text;
  }

private:
  static constexpr int64_t kLong = 1000;
  static constexpr int64_t kEnds = 3;

  void printElement(int64_t index) {
    const char *data = static_cast<const char *>(tensor.data());
    std::string element =
        formatElement(data + index * item_size(tensor.dtype()), tensor.dtype());
    width = std::max(width, element.size());
    text.append(width - element.size(), ' ').append(element);
  }

  void printAxis(int64_t axis, int64_t index) {
    if (axis == tensor.rank())
      return printElement(index);
    int64_t extent = tensor.shape()[axis];
    bool isInner = axis + 1 == tensor.rank();
    bool isCut = tensor.size() > kLong && extent > 2 * kEnds;
    text += '[';
    for (int64_t i = 0; i < extent; ++i) {
      if (i != 0)
        separate(axis, isInner);
      if (isCut && i == kEnds) {
        text += "...";
        separate(axis, isInner);
        i = extent - kEnds;
      }
      printAxis(axis + 1, index * extent + i);
    }
    text += ']';
  }

  void separate(int64_t axis, bool isInner) {
    if (isInner) {
      text += ' ';
      return;
    }
    text.append(tensor.rank() - axis - 1, '\n').append(axis + 1, ' ');
  }

  const Tensor &tensor;
  size_t width = 0;
  std::string text;
};

} // namespace

std::string Tensor::str() const { return Printer(*this).print(); }

} // namespace dt
