//===- LayoutScope.cpp - A layout for what says none ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/LayoutScope.h"

#include "Errors.h"
#include "llvm/ADT/STLExtras.h"

#include <vector>

namespace dt {

struct LayoutScope::Impl {
  Mesh mesh;
  std::optional<Layout> layout;

  /// Those of the calling thread. One that ends on another thread is only
  /// forgotten here.
  static thread_local std::vector<std::weak_ptr<Impl>> all;

  static void forgetEnded() {
    llvm::erase_if(all, [](const auto &each) { return each.expired(); });
  }

  /// The innermost scope of the calling thread, or nothing.
  static std::shared_ptr<Impl> find() {
    forgetEnded();
    return all.empty() ? nullptr : all.back().lock();
  }
};

thread_local std::vector<std::weak_ptr<LayoutScope::Impl>>
    LayoutScope::Impl::all;

LayoutScope::LayoutScope(const Layout &layout)
    : impl(std::make_shared<Impl>(layout.mesh(), layout)) {
  Impl::all.push_back(impl);
}

LayoutScope::LayoutScope(const Mesh &mesh)
    : impl(std::make_shared<Impl>(mesh, std::nullopt)) {
  Impl::all.push_back(impl);
}

LayoutScope::~LayoutScope() {
  impl.reset();
  Impl::forgetEnded();
}

bool LayoutScope::exists() { return Impl::find() != nullptr; }

std::optional<Mesh> LayoutScope::mesh() {
  std::shared_ptr<Impl> current = Impl::find();
  return current ? std::optional(current->mesh) : std::nullopt;
}

Layout LayoutScope::get(int64_t rank) {
  std::shared_ptr<Impl> current = Impl::find();
  if (!current)
    raise("a tensor of rank " + llvm::Twine(rank) +
          " has no layout; give one, or use call_with_layout() or run_on()");
  if (!current->layout)
    return Layout::replicated(current->mesh, rank);
  if (current->layout->rank() != rank)
    raise("required a layout of rank " + llvm::Twine(rank) +
          ", found that of this scope, " + current->layout->str() +
          ", of rank " + llvm::Twine(current->layout->rank()));
  return *current->layout;
}

} // namespace dt
