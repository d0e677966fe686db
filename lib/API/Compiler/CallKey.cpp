//===- CallKey.cpp - What a call is compiled for --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallKey.h"

namespace dt {

void CallKey::addWord(std::string_view word) {
  addBytes(word.size());
  text += word;
}

void CallKey::addType(const Shape &shape, DType dtype, const Layout &layout) {
  addBytes(dtype);
  addBytes(shape.size());
  for (int64_t extent : shape)
    addBytes(extent);
  addWord(layout.str());
  addWord(layout.mesh().str());
}

void CallKey::add(const Argument &argument) {
  text += static_cast<char>('A' + argument.get().index());
  struct Visitor {
    CallKey &key;
    void operator()(std::monostate) {}
    void operator()(bool value) { key.addBytes(value); }
    void operator()(int64_t value) { key.addBytes(value); }
    void operator()(double value) { key.addBytes(value); }
    void operator()(std::complex<double> value) { key.addBytes(value); }
    void operator()(const std::string &value) { key.addWord(value); }
    void operator()(DType value) { key.addBytes(value); }
    void operator()(const DTensor &value) { key.addTensor(value); }
    void operator()(const Slice &value) {
      for (const std::optional<int64_t> &bound :
           {value.start, value.stop, value.step}) {
        key.addBytes(bound.has_value());
        key.addBytes(bound.value_or(0));
      }
    }
    void operator()(Ellipsis) {}
    void operator()(const Argument::List &value) {
      key.addBytes(value.size());
      for (const Argument &element : value)
        key.add(element);
    }
  };
  std::visit(Visitor{*this}, argument.get());
}

} // namespace dt
