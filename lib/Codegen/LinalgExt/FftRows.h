//===- FftRows.h - Fourier transforms of rows -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LINALGEXT_FFTROWS_H
#define DTENSOR_LIB_CODEGEN_LINALGEXT_FFTROWS_H

#include "ComplexLanes.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"

namespace dtensor {

/// Writes the transforms of some rows, one in each lane, by Stockham's
/// algorithm. A step of radix r combines r transforms of a shorter length, and
/// no step needs its results in another order. The steps alternate between the
/// two halves of the scratch memory.
class FftRows {
public:
  FftRows(linalg_ext::FftOp op, mlir::ImplicitLocOpBuilder &b, bool fuses);

  /// Creates the transforms. `rows` has a position for each lane at which its
  /// row begins. The index of the transformed axis is ignored. Several lanes
  /// may have the same row.
  void create(llvm::ArrayRef<llvm::SmallVector<mlir::Value>> rows);

private:
  using Load = llvm::function_ref<Complex(int64_t)>;
  using Store = llvm::function_ref<void(Complex, int64_t)>;

  mlir::Value index(int64_t value);
  mlir::Value plus(mlir::Value x, mlir::Value y);
  mlir::Value times(mlir::Value x, int64_t y);
  void forEach(int64_t count, llvm::function_ref<void(mlir::Value)> body);

  Complex load(mlir::Value half, mlir::Value p);
  void store(Complex value, mlir::Value half, mlir::Value p);
  Complex loadRoot(mlir::Value p);
  Complex loadChirp(mlir::Value p);
  Complex loadSource(mlir::Value p);
  void storeDest(Complex value, mlir::Value p);
  mlir::Value convert(mlir::Value value, mlir::Type element);
  mlir::Value join(llvm::ArrayRef<mlir::Value> elements);
  mlir::Value getLane(mlir::Value value, int64_t lane);

  void read();
  void write(int64_t half);
  int64_t transform(int64_t half, bool stepsRead = false,
                    bool stepsWrite = false);
  void step(int64_t half, int64_t length, int64_t stride, int64_t radix,
            bool reads, bool writes);
  void combinePrime(mlir::Value half, mlir::Value first, int64_t distance,
                    int64_t radix,
                    llvm::function_ref<void(Complex, mlir::Value)> storeResult);

  void combine(int64_t radix, Load loadPart, Store storeResult);
  llvm::SmallVector<Complex> combineEven(llvm::ArrayRef<Complex> parts);
  Complex sum(llvm::ArrayRef<Complex> terms);
  void combineOdd(int64_t radix, Load loadPart, Store storeResult);

  /// Steps of larger radices are loops.
  static constexpr int64_t kUnrolled = 13;

  linalg_ext::FftOp op;
  mlir::ImplicitLocOpBuilder &b;
  int64_t n;
  /// The length of the transforms, and whether they are inverse ones.
  int64_t size;
  bool inverse;
  mlir::Value scratch;
  ComplexLanes lanes;
  /// The position of each lane. Its index along the transformed axis is the one
  /// that was used last.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> positions;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LINALGEXT_FFTROWS_H
