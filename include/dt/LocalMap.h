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
#include <string>

namespace dt {

/// A function that every device calls with its components, and that returns its
/// components of the results. Devices call it at the same time, from several
/// threads. It must not run programs or relayouts, and keep no components.
using LocalFunction = std::function<std::vector<Tensor>(
    std::span<const Tensor> components, int64_t device)>;

struct DT_EXPORT LocalMapOptions {
  /// The layouts of the arguments; if there are none, any are taken.
  std::vector<Layout> in_layouts;
  /// Whether arguments with other layouts are moved; else they are errors.
  bool redistribute_inputs = false;
  /// The bytes of stack of the function on a device.
  int64_t stack_bytes = int64_t(1) << 20;
  /// The types of the results. They are required in a function that `jit`
  /// records, where shapes are known before devices run.
  std::vector<TensorType> out_types = {};
};

/// A function on DTensors that calls `function` on every device with its
/// components, in parallel. `out_layouts` are the layouts of its results; the
/// components must be such as `pack` takes. Without arguments, the mesh is that
/// of the first result. Errors of the function, or of its components, are
/// errors of the call.
///
/// In a function that `jit` records, the call is a part of the program. Values
/// have no layouts yet there: `in_layouts` are required, and the compiler sees
/// to it that arguments have them. A call whose results nobody uses is not
/// made.
///
///     auto twice = local_map(double_it, {layout});
///     DTensor result = twice({argument})[0];
DT_EXPORT std::function<std::vector<DTensor>(std::vector<DTensor>)>
local_map(LocalFunction function, std::vector<Layout> out_layouts,
          LocalMapOptions options = {},
          const Context &context = Context::get());

/// Gives the compiled programs of this process a function by its name, until
/// the process ends. They call it with components of `stablehlo.custom_call`.
/// Errors: a name that has a function already.
DT_EXPORT void define_function(const std::string &name, LocalFunction function);

} // namespace dt

#endif // DT_LOCALMAP_H
