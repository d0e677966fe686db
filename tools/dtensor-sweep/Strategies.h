//===- Strategies.h - Layouts to try a program with -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_SWEEP_STRATEGIES_H
#define DTENSOR_TOOLS_DTENSOR_SWEEP_STRATEGIES_H

#include "dtensor/Driver/LayoutRequest.h"
#include "dtensor/Driver/Signature.h"

namespace dtensor {

/// A layout of a program on a mesh.
struct Strategy {
  std::string name;
  LayoutRequest request;

  /// The mesh, as users write it; `-` without one.
  std::string getMeshText() const;
};

/// The number of strategies to try.
enum class Effort {
  /// A few values; all layouts on one or two meshes.
  Quick,
  /// Some values; named layouts and `none` on every mesh.
  Normal,
  /// Every axis of every value; all layouts on every mesh.
  Exhaustive
};

/// The layouts of a program, always in the same order:
/// - `none`: no mesh, and meshes without a layout;
/// - `argK.A` and `resultK.A`: axis A of one value, the rest is propagated;
/// - `rows` and `columns`: the first and the last axis of all arguments;
/// - `grid`: both, on two mesh dimensions; `nested`: two mesh dimensions on the
///   first axis of the largest argument;
/// - those of `named`, the text of a `strategies.json`: an object of objects as
///   `--layouts` takes them. One without a mesh is tried on many.
/// On 1, 2, 3, 4, 6 and 8 devices. Errors: `named` does not parse.
llvm::Expected<std::vector<Strategy>> makeStrategies(const Signature &signature,
                                                     llvm::StringRef named,
                                                     Effort effort);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_SWEEP_STRATEGIES_H
