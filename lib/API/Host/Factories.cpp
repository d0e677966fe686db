//===- Factories.cpp - Tensors that a formula gives -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Factories.h"

#include "Errors.h"
#include "Implementation.h"
#include "NormalQuantile.h"
#include "dt/LayoutScope.h"
#include "dtensor/Host/Element.h"
#include "dtensor/Host/Philox.h"

#include <cmath>
#include <cstring>

namespace dt {

using dtensor::ElementType;
using dtensor::HostTensor;

/// Writes the elements of a tensor from `first` to `first + count`, in the
/// global view, to memory.
using Fill = llvm::function_ref<void(int64_t first, int64_t count, char *to)>;

static DTensor make(llvm::StringRef name, const Shape &shape,
                    const Layout &layout, DType dtype, Fill fill) {
  if (static_cast<int64_t>(shape.size()) != layout.rank())
    raise(name + " of " + describe(shape, dtype) +
          ": required a layout of rank " + llvm::Twine(shape.size()) +
          ", found '" + layout.str() + "' of rank " +
          llvm::Twine(layout.rank()));
  ElementType type = getElementType(dtype);
  check(countElements(type, shape), name + ": ");
  auto makePart = [&](const dtensor::Box &box)
      -> llvm::Expected<std::shared_ptr<HostTensor>> {
    llvm::Expected<HostTensor> part =
        HostTensor::createUninitialized(type, getBoxShape(box));
    if (!part)
      return part.takeError();
    int64_t size = item_size(dtype);
    forEachRun(shape, box, size, [&](int64_t from, int64_t to, int64_t bytes) {
      fill(from / size, bytes / size, part->getData() + to);
    });
    return std::make_shared<HostTensor>(std::move(*part));
  };
  dtensor::Components components =
      check(dtensor::makeComponents(unwrap(layout.mesh()),
                                    resolveCombiners(layout, dtype), type,
                                    shape, makePart, getDevices(layout.mesh())),
            name + ": ");
  return wrap(shape, dtype, layout, std::move(components));
}

static DTensor makeUniform(llvm::StringRef name, const Shape &shape,
                           const Layout &layout, DType dtype,
                           const char *element) {
  int64_t size = item_size(dtype);
  return make(name, shape, layout, dtype,
              [&](int64_t, int64_t count, char *to) {
                for (int64_t i = 0; i < count; ++i)
                  std::memcpy(to + i * size, element, size);
              });
}

/// Writes a number as an element. Errors: a number that the type does not have.
/// Floats are rounded.
static void store(llvm::StringRef name, double value, DType dtype,
                  char *element) {
  ElementType type = getElementType(dtype);
  if (!dtensor::isInteger(type)) {
    if (value <= 0)
      requireZero(name, dtype);
    return dtensor::storeFloat(type, element, value);
  }
  int64_t bits = dtype == DType::boolean ? 1 : 8 * item_size(dtype);
  bool hasNoSign = isUnsigned(dtype) || dtype == DType::boolean;
  double end = std::ldexp(1.0, hasNoSign ? bits : bits - 1);
  if (value != std::floor(value) || value >= end ||
      value < (hasNoSign ? 0 : -end))
    raise(name + ": required a number that " + nameOf(dtype) + " has, found " +
          llvm::Twine(std::to_string(value)));
  dtensor::storeInteger(type, element,
                        hasNoSign
                            ? static_cast<int64_t>(static_cast<uint64_t>(value))
                            : static_cast<int64_t>(value));
}

static DTensor makeUniform(llvm::StringRef name, const Shape &shape,
                           const Layout &layout, DType dtype, double value) {
  char element[16];
  store(name, value, dtype, element);
  return makeUniform(name, shape, layout, dtype, element);
}

static Layout getLayout(const Shape &shape) {
  return LayoutScope::get(shape.size());
}

namespace factories {

DTensor Empty::operator()(const Shape &shape, const Layout &layout,
                          DType dtype) const {
  return make("empty", shape, layout, dtype, [](int64_t, int64_t, char *) {});
}
DTensor Empty::operator()(const Shape &shape, DType dtype) const {
  return (*this)(shape, getLayout(shape), dtype);
}

DTensor Zeros::operator()(const Shape &shape, const Layout &layout,
                          DType dtype) const {
  return makeUniform("zeros", shape, layout, dtype, 0.0);
}
DTensor Zeros::operator()(const Shape &shape, DType dtype) const {
  return (*this)(shape, getLayout(shape), dtype);
}

DTensor Ones::operator()(const Shape &shape, const Layout &layout,
                         DType dtype) const {
  return makeUniform("ones", shape, layout, dtype, 1.0);
}
DTensor Ones::operator()(const Shape &shape, DType dtype) const {
  return (*this)(shape, getLayout(shape), dtype);
}

DTensor Full::operator()(const Shape &shape, double value, const Layout &layout,
                         DType dtype) const {
  return makeUniform("full", shape, layout, dtype, value);
}
DTensor Full::operator()(const Shape &shape, double value, DType dtype) const {
  return (*this)(shape, value, getLayout(shape), dtype);
}
DTensor Full::operator()(const Shape &shape, const Tensor &value,
                         const Layout &layout) const {
  if (value.rank() != 0)
    raise("full: required a scalar, found " +
          describe(value.shape(), value.dtype()));
  return makeUniform("full", shape, layout, value.dtype(),
                     static_cast<const char *>(value.data()));
}
DTensor Full::operator()(const Shape &shape, const Tensor &value) const {
  return (*this)(shape, value, getLayout(shape));
}

DTensor Arange::operator()(int64_t stop, const Layout &layout,
                           DType dtype) const {
  char element[16];
  if (stop > 0)
    for (int64_t end : {int64_t(0), stop - 1})
      store("arange", static_cast<double>(end), dtype, element);
  int64_t size = item_size(dtype);
  ElementType type = getElementType(dtype);
  return make("arange", {std::max<int64_t>(stop, 0)}, layout, dtype,
              [&](int64_t first, int64_t count, char *to) {
                for (int64_t i = 0; i < count; ++i) {
                  if (dtensor::isInteger(type))
                    dtensor::storeInteger(type, to + i * size, first + i);
                  else
                    dtensor::storeFloat(type, to + i * size, first + i);
                }
              });
}
DTensor Arange::operator()(int64_t stop, DType dtype) const {
  return (*this)(stop, LayoutScope::get(1), dtype);
}

DTensor Eye::operator()(int64_t rows, int64_t columns, const Layout &layout,
                        DType dtype) const {
  char zero[16], one[16];
  store("eye", 0, dtype, zero);
  store("eye", 1, dtype, one);
  int64_t size = item_size(dtype);
  return make("eye", {rows, columns}, layout, dtype,
              [&](int64_t first, int64_t count, char *to) {
                for (int64_t i = first; i < first + count; ++i, to += size)
                  std::memcpy(to, i / columns == i % columns ? one : zero,
                              size);
              });
}
DTensor Eye::operator()(int64_t rows, int64_t columns, DType dtype) const {
  return (*this)(rows, columns, LayoutScope::get(2), dtype);
}

/// Makes a tensor of float elements, each of its 64 random bits.
static DTensor makeRandom(llvm::StringRef name, const Shape &shape,
                          uint64_t seed, const Layout &layout, DType dtype,
                          llvm::function_ref<double(uint64_t)> convert) {
  ElementType type = getElementType(dtype);
  requireZero(name, dtype);
  if (dtensor::isInteger(type) || dtensor::isComplex(type))
    raise(name + ": required a float type, found " + nameOf(dtype));
  int64_t size = item_size(dtype);
  return make(
      name, shape, layout, dtype, [&](int64_t first, int64_t count, char *to) {
        for (int64_t i = 0; i < count; ++i)
          dtensor::storeFloat(type, to + i * size,
                              convert(dtensor::getRandomBits(seed, first + i)));
      });
}

/// The bits of a significand, with the one that is not stored.
static int getPrecision(DType dtype) {
  switch (dtype) {
  case DType::float16:
    return 11;
  case DType::bfloat16:
    return 8;
  case DType::float32:
    return 24;
  case DType::float8_e3m4:
    return 5;
  case DType::float8_e4m3:
  case DType::float8_e4m3fn:
  case DType::float8_e4m3fnuz:
  case DType::float8_e4m3b11fnuz:
    return 4;
  case DType::float8_e5m2:
  case DType::float8_e5m2fnuz:
    return 3;
  default:
    return 53;
  }
}

DTensor Rand::operator()(const Shape &shape, uint64_t seed,
                         const Layout &layout, DType dtype) const {
  int precision = getPrecision(dtype);
  return makeRandom("rand", shape, seed, layout, dtype, [&](uint64_t bits) {
    return std::ldexp(static_cast<double>(bits >> (64 - precision)),
                      -precision);
  });
}
DTensor Rand::operator()(const Shape &shape, uint64_t seed, DType dtype) const {
  return (*this)(shape, seed, getLayout(shape), dtype);
}

DTensor Randn::operator()(const Shape &shape, uint64_t seed,
                          const Layout &layout, DType dtype) const {
  return makeRandom("randn", shape, seed, layout, dtype, [](uint64_t bits) {
    // The middle of one of 2^52 intervals, which is neither 0 nor 1.
    return getNormalQuantile((static_cast<double>(bits >> 12) + 0.5) * 0x1p-52);
  });
}
DTensor Randn::operator()(const Shape &shape, uint64_t seed,
                          DType dtype) const {
  return (*this)(shape, seed, getLayout(shape), dtype);
}

} // namespace factories

} // namespace dt
