//===- LayoutText.cpp - Layouts in printed programs -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutText.h"

#include "llvm/ADT/StringExtras.h"

namespace dtensor::recording {

llvm::SmallVector<std::string> getAxisSpecs(llvm::StringRef layout) {
  llvm::SmallVector<std::string> specs;
  llvm::StringRef axes = layout.split(';').first;
  while (!axes.trim().empty()) {
    auto [spec, rest] = axes.split(',');
    specs.push_back(spec.trim().str());
    axes = rest;
  }
  return specs;
}

std::string printLayoutAttribute(llvm::StringRef layout) {
  std::string text =
      "#dtensor.layout<@mesh, [" + llvm::join(getAxisSpecs(layout), ", ") + "]";
  // Each further part is `partial(sum):y+z`.
  llvm::StringRef rest = layout.split(';').second;
  while (!rest.trim().empty()) {
    llvm::StringRef part;
    std::tie(part, rest) = rest.split(';');
    auto [kind, dims] = part.trim().split(':');
    kind.consume_front("partial(");
    kind.consume_back(")");
    llvm::SmallVector<llvm::StringRef> names;
    dims.split(names, '+');
    text += ", partial<" + kind.str() + ", [" + llvm::join(names, ", ") + "]>";
  }
  return text + ">";
}

} // namespace dtensor::recording
