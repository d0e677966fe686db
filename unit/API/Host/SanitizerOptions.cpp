//===- SanitizerOptions.cpp - Options of the sanitizers -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The library of C++ counts references of exceptions atomically, but is not
// instrumented. So the thread sanitizer does not see that the thread which
// frees an exception does so after the one that has read it.
#if __has_feature(thread_sanitizer)
extern "C" const char *__tsan_default_suppressions() {
  return "race:std::__exception_ptr::exception_ptr::_M_release\n"
         "called_from_lib:libomp.so";
}
#endif
