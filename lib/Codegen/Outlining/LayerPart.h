//===- LayerPart.h - Ops that work on other buffers each time ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_OUTLINING_LAYERPART_H
#define DTENSOR_LIB_CODEGEN_OUTLINING_LAYERPART_H

#include "FunctionPart.h"
#include "KnownLayer.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

namespace dtensor {

/// Whether equal layers may differ in `value`: it is a buffer, or an address
/// that is not on the stack.
bool isPlace(mlir::Value value);

/// A part to which places are passed even if copied ops compute them, so that
/// equal layers have equal functions. Buffers are passed in the form of
/// BareBuffer.
class LayerPart : public FunctionPart {
public:
  LayerPart(llvm::ArrayRef<mlir::Operation *> ops, const CopiedOps &copied,
            const mlir::LLVMTypeConverter &converter);

  /// Makes a function of the ops, which is in no module yet, and calls it.
  KnownLayer outline(llvm::StringRef name, mlir::func::CallOp &call);

  /// If the ops are equal to a known layer, calls its function instead of them,
  /// and returns true. The ops then have no uses, and are still there.
  bool replaceBy(const KnownLayer &layer);

protected:
  mlir::Value receive(mlir::Value value, mlir::Block &body) override;
  llvm::SmallVector<mlir::Value> getArguments(mlir::OpBuilder &builder,
                                              mlir::Location loc) override;

private:
  /// Whether an outer value is passed to the function, and whether in the form
  /// of BareBuffer.
  bool isPassed(mlir::Value value);
  bool isBare(mlir::Value value);
  /// Whether a copied op needs a result of the part.
  bool needsMember(mlir::Operation *op);
  /// Moves a copied op that stands behind the call, and the ops that it depends
  /// on, in front of the call.
  void hoist(mlir::Value value, mlir::OpBuilder &builder);
  llvm::SmallVector<mlir::Value>
  takeBuffer(mlir::Value buffer, mlir::OpBuilder &builder, mlir::Location loc);

  const mlir::LLVMTypeConverter &converter;
  llvm::DenseMap<mlir::Operation *, bool> needing;
  /// Copied ops that stand between those of the part.
  llvm::DenseSet<mlir::Operation *> between;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_OUTLINING_LAYERPART_H
