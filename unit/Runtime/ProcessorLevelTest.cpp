//===- ProcessorLevelTest.cpp - Levels of loops and kernels ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Runtime/ABI.h"
#include "kernels/OneDnn.h"
#include "kernels/OpenBlas.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <dlfcn.h>
#include <string>

using namespace dtensor::runtime;

namespace {

/// `DTENSOR_TEST_LEVEL=3` makes all tests run as on a processor of x86-64-v3.
class LevelEnvironment : public ::testing::Environment {
public:
  void SetUp() override {
    if (const char *level = std::getenv("DTENSOR_TEST_LEVEL"))
      ASSERT_STREQ(
          dt_limit_processor(static_cast<DtProcessorLevel>(std::atoi(level))),
          nullptr);
  }
};

[[maybe_unused]] const ::testing::Environment *const environment =
    ::testing::AddGlobalTestEnvironment(new LevelEnvironment);

#if defined(__x86_64__) && !__has_feature(address_sanitizer) &&                \
    !__has_feature(thread_sanitizer)

std::string getCore() {
  const OpenBlas &library = OpenBlas::get();
  return library.problem ? library.problem : library.getCore();
}

/// The table has no such function, which only this test calls.
int getIsa() {
  if (OneDnn::get().problem)
    return -1;
  void *library = dlopen("libdnnl.so.2", RTLD_NOW | RTLD_NOLOAD);
  void *function =
      library ? dlsym(library, "dnnl_get_effective_cpu_isa") : nullptr;
  return function ? reinterpret_cast<int (*)()>(function)() : -1;
}

/// Exits with 0 if a new process can be limited to the level, and to no other.
[[noreturn]] void limit(DtProcessorLevel level, DtProcessorLevel other,
                        const std::string &core, int isa) {
  auto check = [](bool holds, int code) {
    if (!holds)
      std::_Exit(code);
  };
  check(!dt_limit_processor(level), 10);
  check(getCore() == core, 11);
  check(getIsa() == isa, 12);
  check(!dt_limit_processor(level), 13);
  const char *problem = dt_limit_processor(other);
  check(problem && std::string(problem).find("for another processor") !=
                       std::string::npos,
        14);
  std::_Exit(0);
}

class ProcessorLevelTest : public ::testing::Test {
protected:
  ProcessorLevelTest() {
    if (std::getenv("DTENSOR_TEST_LEVEL"))
      skipped = true;
    // A level is chosen once per process.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
  void SetUp() override {
    if (skipped)
      GTEST_SKIP() << "this process has a level already";
  }
  bool skipped = false;
};

TEST_F(ProcessorLevelTest, Second) {
  EXPECT_EXIT(limit(DT_X86_64_V2, DT_X86_64_V3, "Nehalem", 0x1),
              ::testing::ExitedWithCode(0), "");
}

TEST_F(ProcessorLevelTest, Third) {
  if (!__builtin_cpu_supports("x86-64-v3"))
    GTEST_SKIP() << "this processor has less";
  EXPECT_EXIT(limit(DT_X86_64_V3, DT_PROCESSOR_NATIVE, "Haswell", 0x7),
              ::testing::ExitedWithCode(0), "");
}

TEST_F(ProcessorLevelTest, Fourth) {
  if (!__builtin_cpu_supports("x86-64-v4"))
    GTEST_SKIP() << "this processor has less";
  EXPECT_EXIT(limit(DT_X86_64_V4, DT_X86_64_V2, "SkylakeX", 0x27),
              ::testing::ExitedWithCode(0), "");
}

TEST_F(ProcessorLevelTest, WithoutALimitOpenBlasUsesAllOfTheProcessor) {
  if (std::getenv("OPENBLAS_CORETYPE"))
    GTEST_SKIP() << "the user has chosen the kernels";
  // Newer versions of the library may know newer processors.
  const char *tooOld = __builtin_cpu_supports("x86-64-v4")
                           ? "Prescott Nehalem Sandybridge Haswell Zen"
                       : __builtin_cpu_supports("x86-64-v3")
                           ? "Prescott Nehalem Sandybridge"
                           : "";
  EXPECT_EXIT(
      std::_Exit(OpenBlas::get().problem ||
                 std::string(tooOld).find(getCore()) != std::string::npos),
      ::testing::ExitedWithCode(0), "");
}

TEST_F(ProcessorLevelTest, MoreThanThereIsIsRefused) {
  auto more = static_cast<DtProcessorLevel>(DT_X86_64_V4 + 1);
  EXPECT_EXIT(
      std::_Exit(dt_limit_processor(more) && !dt_limit_processor(DT_X86_64_V2)
                     ? 0
                     : 1),
      ::testing::ExitedWithCode(0), "");
}

#endif

} // namespace
