//===- Argument.cpp - Arguments of the functions of the table -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Recording/Argument.h"

#include <bit>

namespace dtensor::recording {

bool Argument::isScalar() const {
  return is<bool>() || is<int64_t>() || is<double>() ||
         is<std::complex<double>>();
}

Kind Argument::getScalarKind() const {
  return is<bool>()      ? kBoolean
         : is<int64_t>() ? kSigned
         : is<double>()  ? kFloat
                         : kComplex;
}

std::string Argument::describe() const {
  struct Describe {
    std::string operator()(std::monostate) const { return "None"; }
    std::string operator()(bool value) const {
      return value ? "True" : "False";
    }
    std::string operator()(int64_t value) const {
      return std::to_string(value);
    }
    std::string operator()(double) const { return "a float"; }
    std::string operator()(std::complex<double>) const {
      return "a complex number";
    }
    std::string operator()(const std::string &text) const {
      return "'" + text + "'";
    }
    std::string operator()(DType dtype) const { return getName(dtype).str(); }
    std::string operator()(Value value) const { return value.type().str(); }
    std::string operator()(const Literal &literal) const {
      return literal.type.str();
    }
    std::string operator()(const Slice &) const { return "a slice"; }
    std::string operator()(Ellipsis) const { return "..."; }
    std::string operator()(const List &list) const {
      return "a list of " + std::to_string(list.size());
    }
  };
  return std::visit(Describe(), storage);
}

llvm::hash_code hash_value(const Argument &argument) {
  struct Hash {
    llvm::hash_code operator()(std::monostate) const { return 0; }
    llvm::hash_code operator()(bool value) const {
      return llvm::hash_value(value);
    }
    llvm::hash_code operator()(int64_t value) const {
      return llvm::hash_value(value);
    }
    llvm::hash_code operator()(double value) const {
      return llvm::hash_value(std::bit_cast<uint64_t>(value));
    }
    llvm::hash_code operator()(std::complex<double> value) const {
      return llvm::hash_combine((*this)(value.real()), (*this)(value.imag()));
    }
    llvm::hash_code operator()(const std::string &text) const {
      return llvm::hash_value(llvm::StringRef(text));
    }
    llvm::hash_code operator()(DType dtype) const {
      return llvm::hash_value(static_cast<int>(dtype));
    }
    llvm::hash_code operator()(Value value) const {
      return llvm::hash_value(value.getIndex());
    }
    llvm::hash_code operator()(const Literal &literal) const {
      return hash_value(literal);
    }
    llvm::hash_code operator()(const Slice &slice) const {
      return llvm::hash_combine(slice.start.value_or(INT64_MAX),
                                slice.stop.value_or(INT64_MAX),
                                slice.step.value_or(INT64_MAX));
    }
    llvm::hash_code operator()(Ellipsis) const { return 1; }
    llvm::hash_code operator()(const Argument::List &list) const {
      llvm::hash_code hash = llvm::hash_value(list.size());
      for (const Argument &element : list)
        hash = llvm::hash_combine(hash, hash_value(element));
      return hash;
    }
  };
  return llvm::hash_combine(argument.storage.index(),
                            std::visit(Hash(), argument.storage));
}

} // namespace dtensor::recording
