//===- X86.cpp - Code for x86-64 ------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ProcessorLevel.h"
#include "../kernels/OneDnn.h"
#include "../kernels/OpenBlas.h"
#include "Architecture.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace dtensor::runtime;

void dtensor::runtime::relaxProcessor() { __builtin_ia32_pause(); }

uint64_t dtensor::runtime::readTicks() { return __builtin_ia32_rdtsc(); }

/// A switch of fibers keeps the control register of each.
void dtensor::runtime::flushSubnormals(bool flush) {
  constexpr unsigned kResultsAreZero = 1 << 15, kOperandsAreZero = 1 << 6;
  constexpr unsigned kBoth = kResultsAreZero | kOperandsAreZero;
  unsigned control = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(flush ? control | kBoth : control & ~kBoth);
}

DtProcessorLevel dtensor::runtime::getHostLevel() {
  if (__builtin_cpu_supports("x86-64-v4"))
    return DT_X86_64_V4;
  if (__builtin_cpu_supports("x86-64-v3"))
    return DT_X86_64_V3;
  if (__builtin_cpu_supports("x86-64-v2"))
    return DT_X86_64_V2;
  return DT_PROCESSOR_NATIVE;
}

/// The features that code for tensors may use, by LLVM's names, which are those
/// of the compiler.
static bool lacksFeature(const std::string &name) {
#define DTENSOR_FEATURE(NAME)                                                  \
  if (name == NAME)                                                            \
    return !__builtin_cpu_supports(NAME);
  DTENSOR_FEATURE("adx")
  DTENSOR_FEATURE("aes")
  DTENSOR_FEATURE("avx")
  DTENSOR_FEATURE("avx2")
  DTENSOR_FEATURE("avx512bf16")
  DTENSOR_FEATURE("avx512bitalg")
  DTENSOR_FEATURE("avx512bw")
  DTENSOR_FEATURE("avx512cd")
  DTENSOR_FEATURE("avx512dq")
  DTENSOR_FEATURE("avx512f")
  DTENSOR_FEATURE("avx512fp16")
  DTENSOR_FEATURE("avx512ifma")
  DTENSOR_FEATURE("avx512vbmi")
  DTENSOR_FEATURE("avx512vbmi2")
  DTENSOR_FEATURE("avx512vl")
  DTENSOR_FEATURE("avx512vnni")
  DTENSOR_FEATURE("avx512vp2intersect")
  DTENSOR_FEATURE("avx512vpopcntdq")
  DTENSOR_FEATURE("avxifma")
  DTENSOR_FEATURE("avxneconvert")
  DTENSOR_FEATURE("avxvnni")
  DTENSOR_FEATURE("avxvnniint16")
  DTENSOR_FEATURE("avxvnniint8")
  DTENSOR_FEATURE("bmi")
  DTENSOR_FEATURE("bmi2")
  DTENSOR_FEATURE("cmov")
  DTENSOR_FEATURE("f16c")
  DTENSOR_FEATURE("fma")
  DTENSOR_FEATURE("fma4")
  DTENSOR_FEATURE("gfni")
  DTENSOR_FEATURE("lzcnt")
  DTENSOR_FEATURE("movbe")
  DTENSOR_FEATURE("pclmul")
  DTENSOR_FEATURE("popcnt")
  DTENSOR_FEATURE("sse")
  DTENSOR_FEATURE("sse2")
  DTENSOR_FEATURE("sse3")
  DTENSOR_FEATURE("sse4.1")
  DTENSOR_FEATURE("sse4.2")
  DTENSOR_FEATURE("sse4a")
  DTENSOR_FEATURE("ssse3")
  DTENSOR_FEATURE("tbm")
  DTENSOR_FEATURE("vaes")
  DTENSOR_FEATURE("vpclmulqdq")
  DTENSOR_FEATURE("xop")
#undef DTENSOR_FEATURE
  return false;
}

std::string dtensor::runtime::findMissingFeatures(const char *features) {
  std::string missing;
  for (std::string rest = features; !rest.empty();) {
    size_t end = rest.find(',');
    std::string name = rest.substr(0, end);
    rest = end == std::string::npos ? "" : rest.substr(end + 1);
    if (lacksFeature(name))
      missing += (missing.empty() ? "" : ", ") + name;
  }
  return missing;
}

void dtensor::runtime::redirect(ucontext_t &state, char *top,
                                void (*function)(void *), void *argument) {
  greg_t *registers = state.uc_mcontext.gregs;
  // The alignment is that after a call.
  registers[REG_RSP] = reinterpret_cast<greg_t>(top - 64 - 8);
  registers[REG_RDI] = reinterpret_cast<greg_t>(argument);
  registers[REG_RIP] = reinterpret_cast<greg_t>(function);
}

const char *dtensor::runtime::limitOneDnn(const OneDnn &library,
                                          DtProcessorLevel level) {
  dnnl_cpu_isa_t isa = level == DT_X86_64_V2   ? dnnl_cpu_isa_sse41
                       : level == DT_X86_64_V3 ? dnnl_cpu_isa_avx2
                                               : dnnl_cpu_isa_avx512_core;
  if (library.set_max_cpu_isa(isa) == dnnl_success)
    return nullptr;
  return "oneDNN cannot be held to the level of a processor";
}

static constexpr const char *kVariable = "OPENBLAS_CORETYPE";

/// Makes OpenBLAS choose its kernels again. Returns whether it has accepted
/// `core`.
static bool selectCore(const OpenBlas &library, const char *core) {
  if (!library.startKernels || !library.endKernels)
    return false;
  const char *given = getenv(kVariable);
  std::string before = given ? given : "";
  setenv(kVariable, core, 1);
  library.endKernels();
  library.startKernels();
  if (given)
    setenv(kVariable, before.c_str(), 1);
  else
    unsetenv(kVariable);
  return std::strcmp(library.getCore(), core) == 0;
}

/// The kernels of OpenBLAS for each level.
static const char *getCoreOfLevel(DtProcessorLevel level) {
  return level == DT_X86_64_V2   ? "Nehalem"
         : level == DT_X86_64_V3 ? "Haswell"
                                 : "SkylakeX";
}

/// The level that a core of OpenBLAS needs. Names that are not here are of
/// newer cores, which OpenBLAS has recognized.
static DtProcessorLevel getLevelOfCore(const char *core) {
  for (const char *name :
       {"Prescott", "Core2", "Penryn", "Dunnington", "Nehalem", "Sandybridge",
        "Atom", "Athlon", "Opteron", "Opteron_SSE3", "Barcelona", "Bobcat",
        "Bulldozer", "Piledriver", "Steamroller", "Nano"})
    if (std::strcmp(core, name) == 0)
      return DT_X86_64_V2;
  for (const char *name : {"Haswell", "Excavator", "Zen"})
    if (std::strcmp(core, name) == 0)
      return DT_X86_64_V3;
  return DT_X86_64_V4;
}

const char *dtensor::runtime::limitOpenBlas(const OpenBlas &library,
                                            DtProcessorLevel level) {
  if (selectCore(library, getCoreOfLevel(level)))
    return nullptr;
  return "OpenBLAS cannot be held to the level of a processor";
}

/// OpenBLAS takes a processor that it does not know for one without AVX-512, or
/// for one of 2004. Then products of f64 take two or eight times as long. This
/// makes it choose again with a hint.
void dtensor::runtime::correctOpenBlas(const OpenBlas &library) {
  DtProcessorLevel level = getProcessorLevel();
  if (!getenv(kVariable) && getLevelOfCore(library.getCore()) < level)
    selectCore(library, getCoreOfLevel(level));
}
