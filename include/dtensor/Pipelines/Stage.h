//===- Stage.h - The stages of compilation ----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PIPELINES_STAGE_H
#define DTENSOR_PIPELINES_STAGE_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace dtensor {

/// The stages of compilation, in their order. `--dump-after` shows the module
/// after one of them.
enum class Stage {
  /// Dialects of frontends become those of the project.
  Import,
  /// Every value has a layout.
  Propagate,
  /// Every change of layout is an op.
  Relayout,
  /// The program of one device.
  Expand,
  /// The program of one device with fewer collectives.
  Optimize,
  /// Tensors have become buffers.
  Bufferize,
  /// The LLVM dialect.
  LLVM
};

/// The spelling of `--dump-after`: `import`, `propagate`, `relayout`, `expand`,
/// `optimize`, `bufferize`, `llvm`.
llvm::StringRef stringify(Stage stage);
std::optional<Stage> parseStage(llvm::StringRef text);

} // namespace dtensor

#endif // DTENSOR_PIPELINES_STAGE_H
