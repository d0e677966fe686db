//===- LayoutScope.cpp - A layout for what says none ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/LayoutScope.h"

#include "Errors.h"

namespace dt {

static thread_local LayoutScope *current = nullptr;

LayoutScope::LayoutScope(const Layout &layout)
    : mesh(layout.mesh()), layout(layout), outer(current) {
  current = this;
}

LayoutScope::LayoutScope(const Mesh &mesh) : mesh(mesh), outer(current) {
  current = this;
}

LayoutScope::~LayoutScope() { current = outer; }

bool LayoutScope::exists() { return current; }

Layout LayoutScope::get(int64_t rank) {
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
