//===- Attributes.h - Attributes of recorded ops ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_ATTRIBUTES_H
#define DTENSOR_RECORDING_ATTRIBUTES_H

#include "dtensor/Recording/Literal.h"
#include <variant>
#include <vector>

namespace dtensor::recording {

using Attribute = std::variant<bool, int64_t, std::string, DType, Shape,
                               Literal, std::vector<TensorType>>;

/// A constant of an op. Names are string literals.
struct NamedAttribute {
  llvm::StringLiteral name;
  Attribute value;

  NamedAttribute(llvm::StringLiteral name, Attribute value)
      : name(name), value(std::move(value)) {}
  bool operator==(const NamedAttribute &other) const {
    return name == other.name && value == other.value;
  }
};

/// The attributes of an op, in the order in which its primitive gives them.
class Attributes {
public:
  Attributes() = default;
  Attributes(std::initializer_list<NamedAttribute> list) : list(list) {}

  /// An attribute that the op has.
  template <typename T> const T &get(llvm::StringRef name) const {
    for (const NamedAttribute &attribute : list)
      if (attribute.name == name)
        return std::get<T>(attribute.value);
    llvm_unreachable("the primitive gives each of its ops this attribute");
  }
  bool flag(llvm::StringRef name) const { return get<bool>(name); }
  int64_t integer(llvm::StringRef name) const { return get<int64_t>(name); }
  const Shape &integers(llvm::StringRef name) const { return get<Shape>(name); }
  llvm::StringRef text(llvm::StringRef name) const {
    return get<std::string>(name);
  }

  bool operator==(const Attributes &other) const { return list == other.list; }
  friend llvm::hash_code hash_value(const Attributes &attributes);

private:
  llvm::SmallVector<NamedAttribute, 3> list;
};

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_ATTRIBUTES_H
