//===- SharedChoices.h - Choices that several programs share ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_SHAREDCHOICES_H
#define DTENSOR_LAYOUT_SHAREDCHOICES_H

#include "dtensor/Layout/ChoiceCache.h"
#include <memory>

namespace dtensor {

/// The choices that were made for several programs, such as a program and its
/// copies on which planning tries other layouts. They differ at a few ops, and
/// to make a choice takes much longer than to find it here. Not for several
/// threads.
class SharedChoices {
public:
  /// The choices on a mesh. Never null.
  std::shared_ptr<ChoiceCache> get(const Mesh &mesh) {
    for (const auto &[known, cache] : caches)
      if (known == mesh)
        return cache;
    return caches.emplace_back(mesh, std::make_shared<ChoiceCache>()).second;
  }

private:
  /// A program has few meshes: that of the user, and those into which it is
  /// split.
  std::vector<std::pair<Mesh, std::shared_ptr<ChoiceCache>>> caches;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_SHAREDCHOICES_H
