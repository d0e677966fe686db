//===- BareBuffer.h - A buffer without its descriptor -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_OUTLINING_BAREBUFFER_H
#define DTENSOR_CODEGEN_OUTLINING_BAREBUFFER_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/Builders.h"

namespace dtensor {

/// How functions of this module are given a buffer: as a pointer to its first
/// element (before the offset, if the type has that) and those of its sizes and
/// strides that its type leaves open. LLVM sees of a descriptor that is passed
/// as a whole neither what is constant nor what does not overlap, and takes
/// long for hundreds of arguments that nobody reads.
class BareBuffer {
public:
  /// The field of a descriptor that is passed.
  static constexpr int32_t kAligned = 1;

  BareBuffer(mlir::MemRefType type, const mlir::LLVMTypeConverter &converter);

  /// The types of the pointer and of the open numbers.
  llvm::SmallVector<mlir::Type> getTypes() const;

  /// Those of `buffer`, a value of this type.
  llvm::SmallVector<mlir::Value>
  take(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value buffer) const;

  /// Those of a descriptor in memory.
  llvm::SmallVector<mlir::Value> load(mlir::OpBuilder &builder,
                                      mlir::Location loc,
                                      mlir::Value descriptor) const;

  /// The buffer again, of as many values as it has types.
  mlir::Value make(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::ValueRange values) const;

private:
  mlir::MemRefType type;
  const mlir::LLVMTypeConverter &converter;
  llvm::SmallVector<int64_t> strides;
  int64_t offset;
  /// Positions of sizes (3) and strides (4) in the descriptor, that are open.
  llvm::SmallVector<std::pair<int32_t, int32_t>> open;
};

} // namespace dtensor

#endif // DTENSOR_CODEGEN_OUTLINING_BAREBUFFER_H
