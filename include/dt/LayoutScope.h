//===- LayoutScope.h - A layout for what says none --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_LAYOUTSCOPE_H
#define DT_LAYOUTSCOPE_H

#include "dt/DTensor.h"

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

namespace dt {

/// As long as it lives, tensors that this thread makes without a layout get one
/// of this scope: the layout, or a replicated one on the mesh. The scope that
/// began last counts; scopes may end in any order.
class DT_EXPORT LayoutScope {
public:
  explicit LayoutScope(const Layout &layout);
  explicit LayoutScope(const Mesh &mesh);
  ~LayoutScope();
  LayoutScope(const LayoutScope &) = delete;
  LayoutScope &operator=(const LayoutScope &) = delete;

  /// The layout for a tensor of this rank. Errors: a scope's layout of another
  /// rank, no scope.
  static Layout get(int64_t rank);
  /// Whether this thread is in a scope.
  static bool exists();
  /// The mesh of this thread's scope, whatever the rank of its layout is.
  static std::optional<Mesh> mesh();

private:
  struct Impl;
  std::shared_ptr<Impl> impl;
};

/// `auto scope = run_on(mesh);`
[[nodiscard]] inline LayoutScope run_on(const Mesh &mesh) {
  return LayoutScope(mesh);
}
[[nodiscard]] inline LayoutScope run_on(const Layout &layout) {
  return LayoutScope(layout);
}

/// Calls a function that makes a tensor, and gives the result this layout. A
/// factory makes the local parts only; another result is moved.
///
///     call_with_layout(ones, layout, Shape{6, 4})
template <typename Function, typename... Arguments>
DTensor call_with_layout(Function &&function, const Layout &layout,
                         Arguments &&...arguments) {
  LayoutScope scope(layout);
  auto result = std::invoke(std::forward<Function>(function),
                            std::forward<Arguments>(arguments)...);
  if constexpr (std::is_same_v<decltype(result), Tensor>)
    return distribute_tensor(result, layout);
  else
    return result.layout() == layout ? result : relayout(result, layout);
}

} // namespace dt

#endif // DT_LAYOUTSCOPE_H
