//===- SanitizerOptions.cpp - Options of the sanitizers -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One test asks for more memory than there is and expects a null pointer.
// RaceTest plants the same race more than once.

#if __has_feature(address_sanitizer)
extern "C" const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}
// The stack of a device that fails is abandoned, with the memory that the
// test's program holds. OpenMP's library keeps a thread's memory until the
// process ends.
extern "C" const char *__lsan_default_suppressions() {
  return "leak:FetchTest_AComponentOfOtherExtents\n"
         "leak:ReshapeTest_NeedsItsGroup\n"
         "leak:ReshapeTest_ChecksComponents\n"
         "leak:TakeTest_ChecksPositions\n"
         "leak:DeadlockSearchTest_\n"
         "leak:TreeCombinationTest_DifferencesAreAnError\n"
         "leak:TakeTest_ChecksComponents\n"
         "leak:expectError\n"
         "leak:MessagesTest_\n"
         "leak:test::sum(DtDevice\n"
         "leak:libomp.so";
}
#endif
#if __has_feature(thread_sanitizer)
extern "C" const char *__tsan_default_options() {
  return "allocator_may_return_null=1:suppress_equal_stacks=0";
}
// OpenMP's library is not instrumented, so the sanitizer does not see its
// order.
extern "C" const char *__tsan_default_suppressions() {
  return "called_from_lib:libomp.so";
}
#endif
