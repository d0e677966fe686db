//===- LocalMap.h - Functions on components ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_LOCALMAP_H
#define DT_LOCALMAP_H

#include "dt/DTensor.h"

#include <functional>

namespace dt {

/// A function that every device calls with its components, and that returns its
/// components of the results. Devices call it at the same time, from several
/// threads. It must not run programs or relayouts.
using LocalFunction = std::function<std::vector<Tensor>(
    std::span<const Tensor> components, int64_t device)>;

struct DT_EXPORT LocalMapOptions {
  /// The layouts of the arguments; if there are none, any are taken.
  std::vector<Layout> in_layouts;
  /// Whether arguments with other layouts are moved; else they are errors.
  bool redistribute_inputs = false;
  /// The bytes of stack of the function on a device.
  int64_t stack_bytes = int64_t(1) << 20;
};

/// A function on DTensors that calls `function` on every device with its
/// components, in parallel. `out_layouts` are the layouts of its results; the
/// components must be such as `pack` takes. Without arguments, the mesh is that
/// of the first result. Errors of the function, or of its components, are
/// errors of the call.
///
///     auto twice = local_map(double_it, {layout});
///     DTensor result = twice({argument})[0];
DT_EXPORT std::function<std::vector<DTensor>(std::vector<DTensor>)>
local_map(LocalFunction function, std::vector<Layout> out_layouts,
          LocalMapOptions options = {},
          const Context &context = Context::get());

} // namespace dt

#endif // DT_LOCALMAP_H
