//===- Stage.cpp - The stages of compilation ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Pipelines/Stage.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

/// The names, in the order of the enumeration.
static constexpr llvm::StringLiteral kNames[] = {
    "import",   "propagate", "relayout", "expand",
    "optimize", "bufferize", "llvm"};

llvm::StringRef dtensor::stringify(Stage stage) {
  return kNames[static_cast<size_t>(stage)];
}

std::optional<Stage> dtensor::parseStage(llvm::StringRef text) {
  const auto *found = llvm::find(kNames, text);
  if (found == std::end(kNames))
    return std::nullopt;
  return static_cast<Stage>(found - kNames);
}
