//===- CommOps.td - Collectives of the local view ---------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_COMM_IR_COMMOPS_TD
#define DTENSOR_DIALECT_COMM_IR_COMMOPS_TD

include "dtensor/Dialect/DTensor/IR/DTensorAttrs.td"
include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ValueBoundsOpInterface.td"

def Comm_Dialect : Dialect {
  let name = "comm";
  let cppNamespace = "::dtensor::comm";
  let summary = "what one device of a mesh does, and how it talks to its peers";
  let description = [{
    The local view: every device runs the same program on its components. All
    devices of a group meet the same collectives in the same order.
  }];
  let dependentDialects = ["::dtensor::DTensorDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let hasConstantMaterializer = 1;
}

class Comm_Op<string mnemonic, list<Trait> traits = []>
    : Op<Comm_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Where a device is
//===----------------------------------------------------------------------===//

def Comm_CoordinateOp : Comm_Op<"coordinate",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>,
     DeclareOpInterfaceMethods<ValueBoundsOpInterface,
                               ["populateBoundsForIndexValue"]>]> {
  let summary = "this device's coordinate along a mesh dimension";
  let description = [{
    ```mlir
    %i = comm.coordinate @mesh x
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$mesh, StrAttr:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "$mesh custom<Dimension>($dim) attr-dict";
  let hasFolder = 1;
}

class Comm_ShardOp<string mnemonic, string what> : Comm_Op<mnemonic,
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>,
     DeclareOpInterfaceMethods<ValueBoundsOpInterface,
                               ["populateBoundsForIndexValue"]>]> {
  let summary = "the " # what # " of this device's shard of an axis";
  let description = [{
    The axis of `extent` positions is cut along `dims` one after the other,
    major first, as torch.chunk cuts.

    ```mlir
    %n = comm.}] # mnemonic # [{ @mesh [x, y] of 18
    %m = comm.}] # mnemonic # [{ @mesh [x] of %extent
    ```
  }];
  // `staticExtent` is kDynamic where `extent` is given.
  let arguments = (ins FlatSymbolRefAttr:$mesh, StrArrayAttr:$dims,
                       Optional<Index>:$extent, I64Attr:$staticExtent);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $mesh custom<Dimensions>($dims) `of` custom<Extent>($extent, $staticExtent)
    attr-dict
  }];
  // `dims` as a layout's axis lists them.
  let builders = [OpBuilder<
    (ins "::mlir::FlatSymbolRefAttr":$mesh, "::mlir::ArrayAttr":$dims,
         "::mlir::OpFoldResult":$extent),
    [{
      auto value = ::llvm::dyn_cast<::mlir::Value>(extent);
      build($_builder, $_state, mesh, dims, value,
            $_builder.getI64IntegerAttr(
                value ? ::mlir::ShapedType::kDynamic
                      : *::mlir::getConstantIntValue(extent)));
    }]>];
  let hasFolder = 1;
  let extraClassDefinition = [{
    ::mlir::LogicalResult $cppClass::verifySymbolUses(
        ::mlir::SymbolTableCollection &symbols) {
      return detail::verifyShard(*this, getMeshAttr(), getDims(), getExtent(),
                                 getStaticExtent(), symbols);
    }
  }];
}

def Comm_ShardExtentOp : Comm_ShardOp<"shard_extent", "extent">;
def Comm_ShardOffsetOp : Comm_ShardOp<"shard_offset", "start">;

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

def CollectiveOpInterface : OpInterface<"CollectiveOpInterface"> {
  let cppNamespace = "::dtensor::comm";
  let description = [{
    Any collective: all are a move from one layout of a tensor to another, and
    differ by what the pair of layouts is.
  }];
  let methods = [
    InterfaceMethod<"", "::mlir::Value", "getSource">,
    InterfaceMethod<"", "::mlir::Value", "getDest">,
    InterfaceMethod<"", "::dtensor::LayoutAttr", "getFrom">,
    InterfaceMethod<"", "::dtensor::LayoutAttr", "getTo">,
    InterfaceMethod<"", "::llvm::ArrayRef<int64_t>", "getGlobalShape">,
    InterfaceMethod<"", "::mlir::OperandRange", "getGlobalExtents">,
    InterfaceMethod<"", "bool", "getShared">,
    InterfaceMethod<"", "void", "setShared", (ins "bool":$value)>,
    InterfaceMethod<"", "::std::optional<::llvm::StringRef>", "getReason">,
    InterfaceMethod<"Mesh dimensions that span the group, in mesh order.",
                    "::dtensor::DimList", "getGroup",
                    (ins "const ::dtensor::Mesh &":$mesh),
                    /*methodBody=*/"",
                    /*defaultImplementation=*/"return detail::getGroup($_op.getFrom(), $_op.getTo(), mesh);">
  ];
}

class Comm_CollectiveOp<string mnemonic, string what> : Comm_Op<mnemonic,
    [DestinationStyleOpInterface, CollectiveOpInterface,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<ConditionallySpeculatable>,
     DeclareOpInterfaceMethods<BufferizableOpInterface,
       ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
        "getAliasingValues", "bufferize"]>]> {
  let summary = what;
  // The source is this device's component under `from`, the destination the
  // one under `to`, of a tensor of `globalShape`; a dynamic global extent is an
  // operand. On tensors the result is the destination's new value, on memrefs
  // there is none. `shared`: all devices along which `to` is replicated within
  // the group pass the same memory.
  let arguments = (ins AnyShaped:$source, AnyShaped:$dest,
                       Variadic<Index>:$globalExtents,
                       DTensor_LayoutAttr:$from, DTensor_LayoutAttr:$to,
                       DenseI64ArrayAttr:$globalShape, UnitAttr:$shared,
                       OptionalAttr<StrAttr>:$reason);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `outs` `(` $dest `:` type($dest) `)`
    $from `to` $to `of`
    custom<DynamicIndexList>($globalExtents, $globalShape)
    (`shared` $shared^)? (`because` $reason^)? attr-dict (`->` type($result)^)?
  }];
  // On tensors the result type is the destination's.
  let builders = [OpBuilder<
    (ins "::mlir::Value":$source, "::mlir::Value":$dest,
         "::dtensor::LayoutAttr":$from, "::dtensor::LayoutAttr":$to,
         "::llvm::ArrayRef<int64_t>":$globalShape,
         CArg<"::mlir::ValueRange", "{}">:$globalExtents,
         CArg<"::mlir::StringAttr", "{}">:$reason),
    [{
      ::mlir::Type result;
      if (::mlir::isa<::mlir::TensorType>(dest.getType()))
        result = dest.getType();
      build($_builder, $_state, result, source, dest, globalExtents, from, to,
            $_builder.getDenseI64ArrayAttr(globalShape), /*shared=*/nullptr,
            reason);
    }]>];
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getDestMutable(); }
  }];
  let extraClassDefinition = [{
    ::mlir::LogicalResult $cppClass::verify() {
      return detail::verifyCollective(*this);
    }
    ::mlir::LogicalResult $cppClass::verifySymbolUses(
        ::mlir::SymbolTableCollection &symbols) {
      return detail::verifyCollectiveLayouts(*this, symbols);
    }
    ::mlir::LogicalResult $cppClass::fold(
        FoldAdaptor, ::llvm::SmallVectorImpl<::mlir::OpFoldResult> &results) {
      return detail::foldCollective(*this, results);
    }
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance>
            &effects) {
      detail::getCollectiveEffects(getSourceMutable(), getDestMutable(),
                                   effects);
    }
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return ::mlir::Speculation::NotSpeculatable;
    }
    bool $cppClass::bufferizesToMemoryRead(
        ::mlir::OpOperand &operand,
        const ::mlir::bufferization::AnalysisState &) {
      return operand == getSourceMutable();
    }
    bool $cppClass::bufferizesToMemoryWrite(
        ::mlir::OpOperand &operand,
        const ::mlir::bufferization::AnalysisState &) {
      return operand == getDestMutable();
    }
    ::mlir::bufferization::AliasingValueList $cppClass::getAliasingValues(
        ::mlir::OpOperand &operand,
        const ::mlir::bufferization::AnalysisState &) {
      if (operand != getDestMutable())
        return {};
      return {{(*this)->getResult(0),
               ::mlir::bufferization::BufferRelation::Equivalent}};
    }
    ::mlir::LogicalResult $cppClass::bufferize(
        ::mlir::RewriterBase &rewriter,
        const ::mlir::bufferization::BufferizationOptions &options,
        ::mlir::bufferization::BufferizationState &state) {
      return detail::bufferizeCollective(*this, rewriter, options, state);
    }
  }];
}

def Comm_AllReduceOp : Comm_CollectiveOp<"all_reduce",
    "combine a partial value; every member gets all of it">;
def Comm_ReduceScatterOp : Comm_CollectiveOp<"reduce_scatter",
    "combine a partial value; every member gets its shard">;
def Comm_AllGatherOp : Comm_CollectiveOp<"all_gather",
    "join shards; every member gets all of them">;
def Comm_AllToAllOp : Comm_CollectiveOp<"all_to_all",
    "move mesh dimensions from one axis to another">;
def Comm_PermuteOp : Comm_CollectiveOp<"permute",
    "every member gets another member's component">;
def Comm_ExchangeOp : Comm_CollectiveOp<"exchange",
    "any other set of box transfers">;

//===----------------------------------------------------------------------===//
// Memory that peers see
//===----------------------------------------------------------------------===//

def Comm_ReleaseOp : Comm_Op<"release",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<BufferizableOpInterface,
       ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
        "getAliasingValues", "bufferize"]>]> {
  let summary = "peers may read the value until here";
  let description = [{
    Bufferization analysis sees one device only. This op reads a collective's
    result where peers may still read it, so that no op before overwrites it in
    place. Gone after bufferization.
  }];
  let arguments = (ins AnyRankedTensor:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasCanonicalizeMethod = 1;
}

def Comm_BarrierOp : Comm_Op<"barrier",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "wait for all devices of the group";
  let arguments = (ins FlatSymbolRefAttr:$mesh, StrArrayAttr:$dims);
  let assemblyFormat = "$mesh custom<Dimensions>($dims) attr-dict";
}

#endif // DTENSOR_DIALECT_COMM_IR_COMMOPS_TD
