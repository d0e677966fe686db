//===- Sanitizers.h - Fibers under sanitizers -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_SANITIZERS_H
#define DTENSOR_RUNTIME_SANITIZERS_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DTENSOR_TSAN 1
#endif
#if __has_feature(address_sanitizer)
#define DTENSOR_ASAN 1
#endif
#endif

#ifdef DTENSOR_TSAN
#include <sanitizer/tsan_interface.h>
// All fibers of one worker use the scheduler's own fields, one after the other.
// The thread sanitizer is not told of that order, since this would hide races
// between the devices of one worker. It must therefore ignore these fields.
#define DTENSOR_SCHEDULER                                                      \
  __attribute__((disable_sanitizer_instrumentation, noinline))
#define DTENSOR_RELEASE(address) __tsan_release(address)
#define DTENSOR_ACQUIRE(address) __tsan_acquire(address)
#else
#define DTENSOR_SCHEDULER
#define DTENSOR_RELEASE(address)
#define DTENSOR_ACQUIRE(address)
#endif

#ifdef DTENSOR_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#endif // DTENSOR_RUNTIME_SANITIZERS_H
