//===- KernelLibrary.cpp - A library that is opened when needed -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLibrary.h"

#include <dlfcn.h>
#include <omp.h>

using namespace dtensor::runtime;

/// Makes the OpenMP of this library that of each library that is opened later,
/// even if this library itself was opened by dlopen. Otherwise GCC's OpenMP,
/// with which kernel libraries are linked, would start threads of its own.
static void shareOpenMP() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void *>(&omp_get_max_threads), &info))
    dlopen(info.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
}

KernelLibrary::KernelLibrary(const char *file, const char *contents,
                             const char *package)
    : prefix(std::string(contents) + " cannot be used: "),
      suffix(std::string(" (Debian's package ") + package + " has it)") {
  shareOpenMP();
  handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (handle)
    return;
  const char *why = dlerror();
  fail(why ? why : file);
}

void KernelLibrary::fail(std::string why) {
  if (problem.empty())
    problem = prefix + std::move(why) + suffix;
}

void *KernelLibrary::lookup(const char *symbol) const {
  return handle ? dlsym(handle, symbol) : nullptr;
}

void *KernelLibrary::find(const char *symbol) {
  void *function = lookup(symbol);
  if (!function)
    fail(std::string("it has no function ") + symbol);
  return function;
}
