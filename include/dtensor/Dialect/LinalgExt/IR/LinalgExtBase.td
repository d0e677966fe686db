//===- LinalgExtBase.td - What all ops of linalg_ext share -*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTBASE_TD
#define DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTBASE_TD

include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def LinalgExt_Dialect : Dialect {
  let name = "linalg_ext";
  let cppNamespace = "::dtensor::linalg_ext";
  let summary = "ops that linalg lacks: positions that are data, orders, "
                "recurrences";
  let description = [{
    The ops work on tensors or on buffers, in the global view and in the local
    view. Like those of linalg they are in destination-passing style. On tensors
    a result is the new value of its destination. On buffers there are no
    results, and the destination is written.

    An operation may name positions. In the local view its tensor is then a part
    of a larger one, and the operation says which part:

    ```mlir
    %1 = linalg_ext.iota axis = 0 outs(%0 : tensor<4xi32>)
        part [%start] of [16] -> tensor<4xi32>
    ```

    Positions are those of the whole tensor. Without the clause the tensor is
    the whole.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LinalgExtOpInterface : OpInterface<"LinalgExtOpInterface"> {
  let cppNamespace = "::dtensor::linalg_ext";
  let description = "What bufferization asks of every op of the dialect.";
  let methods = [
    InterfaceMethod<
      "Whether the op reads what the destination held before it.",
      "bool", "readsDestination", (ins "::mlir::OpOperand &":$destination),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">
  ];
}

def PartOpInterface : OpInterface<"PartOpInterface"> {
  let cppNamespace = "::dtensor::linalg_ext";
  let description = [{
    An op with one tensor (or several of one shape) that may be a part of a
    larger one: a box of it, the component of a device. The op has
    `Variadic<Index>:$partOffsets`,
    `OptionalAttr<DenseI64ArrayAttr>:$partStarts` and
    `OptionalAttr<DenseI64ArrayAttr>:$partShape`.
  }];
  let methods = [
    InterfaceMethod<"The tensor or buffer that is a part.",
                    "::mlir::Value", "getPart">,
    InterfaceMethod<"Where the part begins, as far as it is dynamic.",
                    "::mlir::OperandRange", "getPartOffsets">,
    InterfaceMethod<"Where the part begins per axis; kDynamic for an operand.",
                    "::std::optional<::llvm::ArrayRef<int64_t>>",
                    "getPartStarts">,
    InterfaceMethod<
      "The shape of the whole per axis; kDynamic where it is the part's own.",
      "::std::optional<::llvm::ArrayRef<int64_t>>", "getPartShape">,
    InterfaceMethod<
      "Makes the tensor a part of one of `shape` that begins at `offsets`.",
      "void", "setPart",
      (ins "::llvm::ArrayRef<::mlir::OpFoldResult>":$offsets,
           "::llvm::ArrayRef<int64_t>":$shape),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        ::llvm::SmallVector<int64_t> starts;
        ::llvm::SmallVector<::mlir::Value> values;
        ::mlir::dispatchIndexOpFoldResults(offsets, values, starts);
        $_op.getPartOffsetsMutable().assign(values);
        $_op.setPartStarts(starts);
        $_op.setPartShape(shape);
      }]>
  ];
  let verify = "return detail::verifyPart($_op);";
  let extraSharedClassDeclaration = [{
    /// Where the part begins per axis: zeros where the tensor is the whole.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedPartStarts() {
      return detail::getMixedPartStarts($_op);
    }
    /// The extents of the whole, on which positions are counted.
    ::llvm::SmallVector<::mlir::OpFoldResult>
    getWholeExtents(::mlir::OpBuilder &builder) {
      return detail::getWholeExtents($_op, builder);
    }
  }];
}

// `destination` is the getter of the operands that are written.
class LinalgExt_Op<string mnemonic, list<Trait> traits = [],
                   string declarations = "",
                   string destination = "getDestMutable()">
    : Op<LinalgExt_Dialect, mnemonic, !listconcat(traits, [
        DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<BufferizableOpInterface,
          ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
           "getAliasingValues", "bufferize"]>])> {
  let hasVerifier = 1;
  let extraClassDeclaration = declarations # [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return }] # destination # [{;
    }
  }];
  let extraClassDefinition = [{
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance>
            &effects) {
      detail::getEffects(*this, effects);
    }
    bool $cppClass::bufferizesToMemoryRead(
        ::mlir::OpOperand &operand,
        const ::mlir::bufferization::AnalysisState &) {
      return !isDpsInit(&operand) || readsDestination(operand);
    }
    bool $cppClass::bufferizesToMemoryWrite(
        ::mlir::OpOperand &operand,
        const ::mlir::bufferization::AnalysisState &) {
      return isDpsInit(&operand);
    }
    ::mlir::bufferization::AliasingValueList $cppClass::getAliasingValues(
        ::mlir::OpOperand &operand,
        const ::mlir::bufferization::AnalysisState &) {
      return detail::getAliasingValues(*this, operand);
    }
    ::mlir::LogicalResult $cppClass::bufferize(
        ::mlir::RewriterBase &rewriter,
        const ::mlir::bufferization::BufferizationOptions &options,
        ::mlir::bufferization::BufferizationState &state) {
      return detail::bufferizeOnDestinations(*this, rewriter, options, state);
    }
  }];
}

#endif // DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXTBASE_TD
