//===- RuntimeCalls.h - Calls of the runtime's C ABI ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CONVERSION_RUNTIMECALLS_H
#define DTENSOR_CONVERSION_RUNTIMECALLS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace dtensor {

/// The runtime's number of an element type (`DtElementType`), or nothing for a
/// type that buffers of the runtime cannot have.
std::optional<int64_t> getRuntimeElementType(mlir::Type type);

/// The place of an operation in the user's program, for messages at run time:
/// `%v at file.mlir:3:8`.
std::string describeLocation(mlir::Location loc);

/// Makes calls of the runtime in the functions of one module. It declares the
/// called functions, shares constants, and passes memrefs as pointers to
/// descriptors.
class RuntimeCalls {
public:
  explicit RuntimeCalls(mlir::ModuleOp module);

  mlir::Type getPointerType() const { return pointer; }

  /// A pointer to a null-terminated string, or to an array of int64_t. Both are
  /// constants of the module.
  mlir::Value getString(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef text);
  mlir::Value getArray(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::StringRef name, llvm::ArrayRef<int64_t> values);

  /// A pointer to `values` (of type index) on the stack.
  mlir::Value getArray(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::FunctionOpInterface func, mlir::ValueRange values);

  /// A pointer to the descriptor of `memref` on the stack.
  mlir::Value getDescriptor(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::FunctionOpInterface func, mlir::Value memref);

  /// A pointer to `pointers` on the stack.
  mlir::Value getPointers(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::FunctionOpInterface func,
                          mlir::ValueRange pointers);

  /// A dense memref of `type` at `address`. `type` is static, or has elements
  /// of i8 and one axis of `size`.
  mlir::Value getMemRef(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::MemRefType type, mlir::Value address,
                        mlir::Value size = nullptr);

  /// Calls the function named `callee` of the C ABI, and returns its result if
  /// it has one.
  mlir::Value call(mlir::OpBuilder &builder, mlir::Location loc,
                   llvm::StringRef callee, mlir::Type result,
                   mlir::ValueRange arguments);

private:
  mlir::Value getGlobal(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef name, mlir::Type type,
                        mlir::Attribute value);

  /// Stack space for one value of `type`. It is allocated once per call of
  /// `func`, however often the code that uses it runs.
  mlir::Value createSpace(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::FunctionOpInterface func, mlir::Type type);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  mlir::LLVMTypeConverter converter;
  mlir::Type pointer;
  /// The globals by the value of their constant, and the declared functions.
  llvm::DenseMap<std::pair<mlir::Type, mlir::Attribute>, mlir::LLVM::GlobalOp>
      constants;
  llvm::StringMap<mlir::LLVM::LLVMFuncOp> functions;
  /// The stack spaces of a function, which stand at its start.
  struct Spaces {
    /// The number of values in each.
    mlir::Value one;
    /// The op behind which the next space is placed.
    mlir::Operation *last = nullptr;
  };
  llvm::DenseMap<mlir::Operation *, Spaces> spaces;
};

} // namespace dtensor

#endif // DTENSOR_CONVERSION_RUNTIMECALLS_H
