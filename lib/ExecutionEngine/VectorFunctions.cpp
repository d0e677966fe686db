//===- VectorFunctions.cpp - The runtime's functions of vectors -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorFunctions.h"

using namespace llvm;

// LLVM keeps the addresses of the texts. The prefix says: no mask, this many
// lanes, and a vector for each argument.
#define DESCRIBE(number, type, lanes, suffix, prefix)                          \
  VecDesc(                                                                     \
      "dt_" #number "_" type suffix, "dt_" #number "_" type "x" #lanes suffix, \
      ElementCount::getFixed(lanes), /*Masked=*/false, prefix, std::nullopt)

#define PREFIX_1(lanes) "_ZGV_LLVM_N" #lanes "v"
#define PREFIX_2(lanes) "_ZGV_LLVM_N" #lanes "vv"
#define BYTES(name, arity, f64Lanes, f32Lanes, suffix)                         \
  DESCRIBE(name, "f64", f64Lanes, suffix, PREFIX_##arity(f64Lanes)),           \
      DESCRIBE(name, "f32", f32Lanes, suffix, PREFIX_##arity(f32Lanes)),

static const VecDesc kOf16Bytes[] = {
#define DT_MATH_FUNCTION(name, arity, accuracy) BYTES(name, arity, 2, 4, "")
#include "dtensor/Runtime/MathFunctions.def"
};
static const VecDesc kOf32Bytes[] = {
#define DT_MATH_FUNCTION(name, arity, accuracy) BYTES(name, arity, 4, 8, "")
#include "dtensor/Runtime/MathFunctions.def"
};
static const VecDesc kOf64Bytes[] = {
#define DT_MATH_FUNCTION(name, arity, accuracy) BYTES(name, arity, 8, 16, "")
#include "dtensor/Runtime/MathFunctions.def"
};
static const VecDesc kUnfused[] = {
#define DT_MATH_FUNCTION(name, arity, accuracy)                                \
  BYTES(name, arity, 2, 4, "_unfused")
#include "dtensor/Runtime/MathFunctions.def"
};

void dtensor::addVectorFunctions(TargetLibraryInfoImpl &library,
                                 const Triple &triple,
                                 const MCSubtargetInfo &processor) {
  if (triple.isAArch64()) {
    library.addVectorizableFunctions(kOf16Bytes);
    return;
  }
  if (!triple.isX86())
    return;
  // Processor::hasFusedFunctions decides earlier which of the two kinds a
  // program calls.
  library.addVectorizableFunctions(kUnfused);
  library.addVectorizableFunctions(kOf16Bytes);
  if (processor.checkFeatures("+avx2"))
    library.addVectorizableFunctions(kOf32Bytes);
  if (processor.checkFeatures("+avx512f"))
    library.addVectorizableFunctions(kOf64Bytes);
}
