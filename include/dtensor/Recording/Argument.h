//===- Argument.h - Arguments of the functions of the table -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_ARGUMENT_H
#define DTENSOR_RECORDING_ARGUMENT_H

#include "dtensor/Recording/Graph.h"

namespace dtensor::recording {

/// `start:stop:step` of an index; an open bound is that of Python.
struct Slice {
  std::optional<int64_t> start, stop, step;
  bool operator==(const Slice &other) const = default;
};

/// `...` of an index.
struct Ellipsis {
  bool operator==(const Ellipsis &other) const = default;
};

/// An argument or a result of a function, as in Python: None, a
/// number, text, a type, an array that is recorded or whose elements are known,
/// part of an index, or a list of these.
class Argument {
public:
  using List = std::vector<Argument>;
  using Storage =
      std::variant<std::monostate, bool, int64_t, double, std::complex<double>,
                   std::string, DType, Value, Literal, Slice, Ellipsis, List>;

  Argument() = default;
  Argument(bool value) : storage(value) {}
  Argument(int value) : storage(static_cast<int64_t>(value)) {}
  Argument(int64_t value) : storage(value) {}
  Argument(double value) : storage(value) {}
  Argument(std::complex<double> value) : storage(value) {}
  Argument(const char *text) : storage(std::string(text)) {}
  Argument(std::string text) : storage(std::move(text)) {}
  Argument(DType dtype) : storage(dtype) {}
  Argument(Value value) : storage(value) {}
  Argument(Literal literal) : storage(std::move(literal)) {}
  Argument(Slice slice) : storage(slice) {}
  Argument(Ellipsis ellipsis) : storage(ellipsis) {}
  Argument(List list) : storage(std::move(list)) {}
  Argument(const Values &values)
      : storage(List(values.begin(), values.end())) {}
  Argument(const Shape &numbers)
      : storage(List(numbers.begin(), numbers.end())) {}

  bool isNone() const { return is<std::monostate>(); }
  template <typename T> bool is() const {
    return std::holds_alternative<T>(storage);
  }
  template <typename T> const T *getIf() const {
    return std::get_if<T>(&storage);
  }
  template <typename T> const T &get() const { return std::get<T>(storage); }
  /// Whether it is a bool, an integer, a float or a complex number.
  bool isScalar() const;
  /// The kind of a scalar.
  Kind getScalarKind() const;
  /// For messages: `an integer`, `'text'`, `float32[2]`.
  std::string describe() const;

  bool operator==(const Argument &other) const {
    return storage == other.storage;
  }
  friend llvm::hash_code hash_value(const Argument &argument);

private:
  Storage storage;
};

using Keyword = std::pair<llvm::StringRef, Argument>;

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_ARGUMENT_H
