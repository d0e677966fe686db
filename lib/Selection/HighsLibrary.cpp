//===- HighsLibrary.cpp ---------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifdef DTENSOR_HIGHS_LIBRARY

#include "HighsLibrary.h"
#include <dlfcn.h>
#include <optional>

using namespace dtensor;

static std::optional<HighsLibrary> load() {
  // The one that was built with, or else that of an installation elsewhere.
  void *handle = nullptr;
  for (const char *path : {DTENSOR_HIGHS_LIBRARY, "libhighs.so"})
    if (!handle)
      handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return std::nullopt;
  HighsLibrary library;
  bool isWhole = true;
#define DTENSOR_HIGHS_LOAD(name)                                               \
  library.name =                                                               \
      reinterpret_cast<decltype(library.name)>(dlsym(handle, "Highs_" #name)); \
  isWhole &= library.name != nullptr;
  DTENSOR_HIGHS_FUNCTIONS(DTENSOR_HIGHS_LOAD)
#undef DTENSOR_HIGHS_LOAD
  return isWhole ? std::optional(library) : std::nullopt;
}

const HighsLibrary *HighsLibrary::get() {
  static const std::optional<HighsLibrary> library = load();
  return library ? &*library : nullptr;
}

#endif
