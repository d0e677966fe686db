//===- CallKey.h - What a call is compiled for ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_COMPILER_CALLKEY_H
#define DTENSOR_LIB_API_COMPILER_CALLKEY_H

#include "dt/Call.h"

namespace dt {

/// Builds the key of a call: a text that is the same for two calls if one
/// program serves both.
class CallKey {
public:
  explicit CallKey(std::string &text) : text(text) { text.clear(); }

  void add(const Argument &argument);
  void addTensor(const DTensor &tensor) {
    addType(tensor.shape(), tensor.dtype(), tensor.layout());
  }
  void addType(const Shape &shape, DType dtype, const Layout &layout);
  void addWord(std::string_view word);
  /// A number whose value does not matter.
  void addNumber(const Argument &number) {
    text += static_cast<char>('a' + number.get().index());
  }
  void addTag(char tag) { text += tag; }

private:
  template <typename T> void addBytes(const T &value) {
    text.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }

  std::string &text;
};

} // namespace dt

#endif // DTENSOR_LIB_API_COMPILER_CALLKEY_H
