//===- MathFunctions.cpp - Elementary functions of vectors ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// These are the functions of SLEEF that give the same bits for any vector
// length: `finz_` are those with a fused multiply-add, `cinz_` those without.
// The way in which vectors are passed depends on the level that a file is
// compiled for, so this file is compiled once for each level. SLEEF's header
// declares the functions of one level only.

#ifdef __AVX512F__
#define LEVEL 4
#elif defined(__AVX2__)
#define LEVEL 3
#else
#define LEVEL 2
#endif

#include "Edges.h"

using namespace dtensor;

// Defines dt_NAME_OWN by Sleef_KIND_NAME_WIDTH_ACCURACY_LEVEL.
#define DEFINE_1(name, own, type, sleef)                                       \
  extern "C" {                                                                 \
  type sleef(type x);                                                          \
  type dt_##name##_##own(type x) {                                             \
    return edges::after(edges::name##_(), x,                                   \
                        sleef(edges::before(edges::name##_(), x)));            \
  }                                                                            \
  }
#define DEFINE_2(name, own, type, sleef)                                       \
  extern "C" {                                                                 \
  type sleef(type x, type y);                                                  \
  type dt_##name##_##own(type x, type y) {                                     \
    return edges::after(edges::name##_(), sleef, x, y, sleef(x, y));           \
  }                                                                            \
  }
#define DEFINE(name, arity, accuracy, own, type, kind, width, level)           \
  DEFINE_##arity(name, own, type, Sleef_##kind##name##width##accuracy##level)

using f32x4 [[gnu::vector_size(16)]] = float;
using f64x2 [[gnu::vector_size(16)]] = double;
using f32x8 [[gnu::vector_size(32)]] = float;
using f64x4 [[gnu::vector_size(32)]] = double;
using f32x16 [[gnu::vector_size(64)]] = float;
using f64x8 [[gnu::vector_size(64)]] = double;

#if LEVEL == 2
#define DT_MATH_FUNCTION(name, arity, accuracy)                                \
  DEFINE(name, arity, accuracy, f64, double, finz_, d1_, purecfma)             \
  DEFINE(name, arity, accuracy, f32, float, finz_, f1_, purecfma)
#include "dtensor/Runtime/MathFunctions.def"

#ifdef __aarch64__
#define DT_MATH_FUNCTION(name, arity, accuracy)                                \
  DEFINE(name, arity, accuracy, f64x2, f64x2, finz_, d2_, advsimd)             \
  DEFINE(name, arity, accuracy, f32x4, f32x4, finz_, f4_, advsimd)
#else
#define DT_MATH_FUNCTION(name, arity, accuracy)                                \
  DEFINE(name, arity, accuracy, f64_unfused, double, cinz_, d1_, purec)        \
  DEFINE(name, arity, accuracy, f32_unfused, float, cinz_, f1_, purec)         \
  DEFINE(name, arity, accuracy, f64x2_unfused, f64x2, cinz_, d2_, sse4)        \
  DEFINE(name, arity, accuracy, f32x4_unfused, f32x4, cinz_, f4_, sse4)
#endif

#elif LEVEL == 3
#define DT_MATH_FUNCTION(name, arity, accuracy)                                \
  DEFINE(name, arity, accuracy, f64x2, f64x2, finz_, d2_, avx2128)             \
  DEFINE(name, arity, accuracy, f32x4, f32x4, finz_, f4_, avx2128)             \
  DEFINE(name, arity, accuracy, f64x4, f64x4, finz_, d4_, avx2)                \
  DEFINE(name, arity, accuracy, f32x8, f32x8, finz_, f8_, avx2)

#else
#define DT_MATH_FUNCTION(name, arity, accuracy)                                \
  DEFINE(name, arity, accuracy, f64x8, f64x8, finz_, d8_, avx512f)             \
  DEFINE(name, arity, accuracy, f32x16, f32x16, finz_, f16_, avx512f)
#endif
#include "dtensor/Runtime/MathFunctions.def"
