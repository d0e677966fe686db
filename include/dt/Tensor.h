//===- Tensor.h - A tensor in the memory of one device ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_TENSOR_H
#define DT_TENSOR_H

#include "dt/DType.h"
#include "dt/Error.h"
#include "dt/Layout.h"

#include <functional>
#include <span>

namespace dt {

/// The type of a tensor: its elements and its global shape.
struct TensorType {
  DType dtype;
  Shape shape;

  bool operator==(const TensorType &other) const = default;
};

/// A dense, row-major tensor in memory that all devices of this process reach.
/// It is a handle: copies share the elements. A component of a DTensor is one.
class DT_EXPORT Tensor {
public:
  /// A tensor with undefined elements. Errors: a negative extent, a size that
  /// does not fit an int64_t, not enough memory.
  static Tensor empty(const Shape &shape, DType dtype);
  static Tensor zeros(const Shape &shape, DType dtype);

  /// A tensor of the caller's memory, which is not copied. `owner` lives as
  /// long as a tensor or a component refers to the memory. Nobody writes to it,
  /// unless it is a component of an argument that a run donates. Errors: an
  /// address that is no multiple of the element size.
  static Tensor borrow(const void *data, const Shape &shape, DType dtype,
                       std::shared_ptr<const void> owner = nullptr);

  /// A tensor with these elements, in row-major order. Errors: another number
  /// of them than the shape has.
  template <typename T>
  static Tensor from(std::span<const T> elements, const Shape &shape) {
    return copy(elements.data(), elements.size(), shape, DTypeOf<T>::value);
  }
  template <typename T>
  static Tensor from(std::initializer_list<T> elements, const Shape &shape) {
    return from(std::span<const T>(elements.begin(), elements.size()), shape);
  }
  /// A scalar.
  template <typename T> static Tensor scalar(T value) {
    return from(std::span<const T>(&value, 1), {});
  }

  const Shape &shape() const;
  int64_t rank() const { return static_cast<int64_t>(shape().size()); }
  DType dtype() const;
  int64_t size() const;
  int64_t num_bytes() const { return size() * item_size(dtype()); }

  const void *data() const;
  /// The elements. Errors: a `T` of another element type.
  template <typename T> std::span<const T> elements() const {
    require(DTypeOf<T>::value);
    return {static_cast<const T *>(data()), static_cast<size_t>(size())};
  }
  /// Memory to write to. Errors: borrowed memory, or memory that a DTensor
  /// shares, since a DTensor never changes.
  void *mutable_data();

  /// Whether shape, type and all bytes are equal.
  bool equals(const Tensor &other) const;
  /// The elements as NumPy prints them, such as `[20 14]`: a row a line, and of
  /// large tensors the first and the last three of each axis.
  std::string str() const;

  struct Impl;

private:
  friend struct Access;
  static Tensor copy(const void *data, size_t count, const Shape &shape,
                     DType dtype);
  void require(DType dtype) const;
  explicit Tensor(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl;
};

} // namespace dt

#endif // DT_TENSOR_H
