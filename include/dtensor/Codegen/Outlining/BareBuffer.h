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

/// The form in which functions of this module take a buffer. They take a
/// pointer to its first element (before the offset, if the type has one), and
/// those of its sizes and strides that are dynamic in its type. If a whole
/// descriptor is passed, LLVM sees neither constants nor which buffers do not
/// overlap, and takes long for hundreds of arguments that nothing reads.
class BareBuffer {
public:
  /// The field of a descriptor that is passed: its aligned pointer.
  static constexpr int32_t kAligned = 1;

  BareBuffer(mlir::MemRefType type, const mlir::LLVMTypeConverter &converter);

  /// The types of the pointer and of the dynamic sizes and strides.
  llvm::SmallVector<mlir::Type> getTypes() const;

  /// The values of these types for `buffer`.
  llvm::SmallVector<mlir::Value>
  take(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value buffer) const;

  /// The values of these types from a descriptor in memory.
  llvm::SmallVector<mlir::Value> load(mlir::OpBuilder &builder,
                                      mlir::Location loc,
                                      mlir::Value descriptor) const;

  /// The buffer that the values describe. There must be as many as there are
  /// types. The buffer is one cast of them, since a descriptor takes a dozen
  /// ops, and of most buffers only the pointer is used.
  mlir::Value make(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::ValueRange values) const;

  /// Whether `op` is such a cast.
  static bool isMade(mlir::UnrealizedConversionCastOp op);

  /// The same buffer, with a descriptor.
  mlir::Value describe(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::ValueRange values) const;

private:
  mlir::MemRefType type;
  const mlir::LLVMTypeConverter &converter;
  llvm::SmallVector<int64_t> strides;
  int64_t offset;
  /// The positions in the descriptor of the dynamic sizes (3) and strides (4).
  llvm::SmallVector<std::pair<int32_t, int32_t>> open;
};

} // namespace dtensor

#endif // DTENSOR_CODEGEN_OUTLINING_BAREBUFFER_H
