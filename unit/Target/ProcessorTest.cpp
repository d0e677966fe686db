//===- ProcessorTest.cpp - The processor of generated code ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Target/Processor.h"
#include "llvm/TargetParser/Host.h"
#include "gtest/gtest.h"

using namespace dtensor;
using llvm::StringRef;

namespace {

Processor get(StringRef name) { return llvm::cantFail(Processor::get(name)); }

TEST(ProcessorTest, TheHostRunsItsOwnCode) {
  EXPECT_EQ(Processor().getName(), "native");
  EXPECT_EQ(Processor().getCPU(), llvm::sys::getHostCPUName());
  EXPECT_EQ(Processor().getLevel(), DT_PROCESSOR_NATIVE);
  EXPECT_EQ(llvm::toString(Processor().checkRunsHere()), "");
  EXPECT_EQ(get("native"), Processor());
}

TEST(ProcessorTest, UnknownNamesAreErrors) {
  for (StringRef name : {"pentagon", "", "Native"}) {
    llvm::Expected<Processor> processor = Processor::get(name);
    ASSERT_FALSE(static_cast<bool>(processor));
    std::string message = llvm::toString(processor.takeError());
    EXPECT_NE(message.find("found '" + name.str() + "'"), std::string::npos)
        << message;
  }
}

TEST(ProcessorTest, OtherMachines) {
  auto getFor = [](StringRef name, StringRef triple) {
    return llvm::cantFail(Processor::get(name, triple));
  };
  for (StringRef name : {"generic", "neoverse-n1", "neoverse-v1"}) {
    SCOPED_TRACE(name.str());
    Processor processor = getFor(name, "aarch64-linux-gnu");
    EXPECT_TRUE(processor.getTriple().isAArch64());
    EXPECT_EQ(processor.getVectorBytes(), 16);
    EXPECT_TRUE(processor.fusesMultiplyAdd());
    EXPECT_TRUE(processor.convertsHalves());
    EXPECT_EQ(processor.getLevel(), DT_PROCESSOR_NATIVE);
    EXPECT_EQ(llvm::cantFail(Processor::parse(processor.str())), processor);
  }
  Processor wide = getFor("x86-64-v4", "x86_64-linux-gnu");
  EXPECT_EQ(wide.getVectorBytes(), 64);
  EXPECT_EQ(llvm::cantFail(Processor::parse(wide.str())), wide);
  EXPECT_FALSE(wide == getFor("generic", "aarch64-linux-gnu"));
}

TEST(ProcessorTest, OtherTriplesAreUnknown) {
  for (StringRef triple : {"riscv64-linux-gnu", "x86_64-pc-windows-msvc",
                           "aarch64_be-linux-gnu", "i686-linux-gnu", "nowhere"})
    EXPECT_NE(llvm::toString(Processor::get("generic", triple).takeError())
                  .find("required a triple of x86_64 or aarch64 with Linux"),
              std::string::npos)
        << triple.str();
}

#ifdef __x86_64__

TEST(ProcessorTest, OtherMachinesRunNothingHere) {
  Processor processor =
      llvm::cantFail(Processor::get("generic", "aarch64-linux-gnu"));
  EXPECT_EQ(processor.str(), "generic@aarch64-unknown-linux-gnu");
  EXPECT_EQ(llvm::toString(processor.checkRunsHere()),
            "code for aarch64 cannot run on this processor, which is x86_64");
  EXPECT_EQ(
      llvm::toString(Processor::get("native", "aarch64-linux-gnu").takeError()),
      "required a processor that LLVM knows of aarch64, found 'native'");
  EXPECT_EQ(get("haswell").str(), "haswell");
}

TEST(ProcessorTest, OtherArchitecturesAreUnknown) {
  EXPECT_EQ(llvm::toString(Processor::get("cortex-a72").takeError()),
            "required 'native' or a processor that LLVM knows of x86_64, "
            "found 'cortex-a72'");
}

TEST(ProcessorTest, LevelsOfX86) {
  struct {
    StringRef name;
    int64_t vectorBytes;
    bool fuses, hasFunctions, converts;
    DtProcessorLevel level;
  } expected[] = {
      {"x86-64", 16, false, false, false, DT_PROCESSOR_NATIVE},
      {"x86-64-v2", 16, false, false, false, DT_X86_64_V2},
      {"nehalem", 16, false, false, false, DT_X86_64_V2},
      {"sandybridge", 32, false, false, false, DT_X86_64_V2},
      {"ivybridge", 32, false, false, true, DT_X86_64_V2},
      // This processor has no AVX2.
      {"bdver2", 32, true, false, true, DT_X86_64_V2},
      {"x86-64-v3", 32, true, true, true, DT_X86_64_V3},
      {"haswell", 32, true, true, true, DT_X86_64_V3},
      {"znver3", 32, true, true, true, DT_X86_64_V3},
      {"x86-64-v4", 64, true, true, true, DT_X86_64_V4},
      {"znver4", 64, true, true, true, DT_X86_64_V4},
  };
  for (const auto &each : expected) {
    SCOPED_TRACE(each.name.str());
    Processor processor = get(each.name);
    EXPECT_EQ(processor.getVectorBytes(), each.vectorBytes);
    EXPECT_EQ(processor.fusesMultiplyAdd(), each.fuses);
    EXPECT_EQ(processor.hasFusedFunctions(), each.hasFunctions);
    EXPECT_EQ(processor.convertsHalves(), each.converts);
    EXPECT_EQ(processor.getLevel(), each.level);
  }
}

// Tests a processor as if this machine were another one.
TEST(ProcessorTest, WhatAHostLacksIsNamed) {
  llvm::StringMap<bool> features;
  for (StringRef feature : {"sse3", "ssse3", "sse4.1", "sse4.2", "popcnt",
                            "cx16", "avx", "avx2", "fma", "f16c"})
    features[feature] = true;
  for (StringRef feature : {"avx512f", "avx512bw", "avx512vl", "amx-tile"})
    features[feature] = false;
  EXPECT_EQ(llvm::toString(get("x86-64-v3").checkRunsWith(features)), "");
  EXPECT_EQ(llvm::toString(get("x86-64-v4").checkRunsWith(features)),
            "code for x86-64-v4 cannot run on this processor, which lacks "
            "avx512bw, avx512f, avx512vl");
  features["fma"] = false;
  EXPECT_EQ(llvm::toString(get("haswell").checkRunsWith(features)),
            "code for haswell cannot run on this processor, which lacks fma");
  EXPECT_EQ(llvm::toString(get("x86-64-v2").checkRunsWith(features)), "");
}

TEST(ProcessorTest, KernelsNeedTheSecondLevel) {
  EXPECT_EQ(llvm::toString(get("x86-64").checkRunsHere()),
            "code for x86-64 cannot run with the runtime: required at least "
            "x86-64-v2");
}

#endif

} // namespace
