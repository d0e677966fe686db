//===- Parsing.h - Values from text, for tests ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_LAYOUT_PARSING_H
#define DTENSOR_UNIT_LAYOUT_PARSING_H

#include "dtensor/Layout/Layout.h"
#include "gtest/gtest.h"

namespace dtensor {

inline Mesh parseMesh(llvm::StringRef text) {
  return llvm::cantFail(Mesh::parse(text));
}

inline Layout parseLayout(const Mesh &mesh, llvm::StringRef text) {
  return llvm::cantFail(Layout::parse(mesh, text));
}

/// The message of a failure; empty for a success.
template <typename T> std::string getMessage(llvm::Expected<T> value) {
  return value ? std::string() : llvm::toString(value.takeError());
}

inline std::string getMessage(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : std::string();
}

} // namespace dtensor

#endif // DTENSOR_UNIT_LAYOUT_PARSING_H
