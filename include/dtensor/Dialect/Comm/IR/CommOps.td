//===- CommOps.td - Collectives of the local view ---------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_COMM_IR_COMMOPS_TD
#define DTENSOR_DIALECT_COMM_IR_COMMOPS_TD

include "dtensor/Dialect/Comm/IR/CommDialect.td"
include "dtensor/Dialect/Comm/IR/PositionOps.td"

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

def TransferOpInterface : OpInterface<"TransferOpInterface"> {
  let cppNamespace = "::dtensor::comm";
  let description = [{
    An op at which the devices of a group meet and receive something.
  }];
  let methods = [
    InterfaceMethod<"The mesh.", "::mlir::FlatSymbolRefAttr", "getMeshName">,
    InterfaceMethod<"Mesh dimensions that span the group, in mesh order.",
                    "::dtensor::DimList", "getGroup",
                    (ins "const ::dtensor::Mesh &":$mesh)>,
    InterfaceMethod<"What the most loaded device receives, in bytes.",
                    "int64_t", "getBytesReceived",
                    (ins "const ::dtensor::Mesh &":$mesh)>,
    InterfaceMethod<"Whether the bytes are not known before the program runs.",
                    "bool", "hasDynamicBytes">,
    InterfaceMethod<"The op that asked for it, in the user's terms.",
                    "::std::optional<::llvm::StringRef>", "getReason">
  ];
}

def CollectiveOpInterface : OpInterface<"CollectiveOpInterface"> {
  let cppNamespace = "::dtensor::comm";
  let description = [{
    A collective is a move from one layout of a tensor to another. The kinds of
    collectives differ in the pair of layouts.
  }];
  let methods = [
    InterfaceMethod<"The component before.", "::mlir::Value", "getSource">,
    InterfaceMethod<"Where the component after goes.",
                    "::mlir::Value", "getDest">,
    InterfaceMethod<"The layout of the source.",
                    "::dtensor::LayoutAttr", "getFrom">,
    InterfaceMethod<"The layout of the destination.",
                    "::dtensor::LayoutAttr", "getTo">,
    InterfaceMethod<"The shape of the tensor, kDynamic where an operand says.",
                    "::llvm::ArrayRef<int64_t>", "getGlobalShape">,
    InterfaceMethod<"The dynamic extents of the global shape, in order.",
                    "::mlir::OperandRange", "getGlobalExtents">,
    InterfaceMethod<"Whether devices share the destination's memory.",
                    "bool", "getShared">,
    InterfaceMethod<"", "void", "setShared", (ins "bool":$value)>,
    InterfaceMethod<"Whether a sum of floats begins with +0.",
                    "bool", "getFromZero", (ins), /*methodBody=*/"",
                    /*defaultImplementation=*/"return false;">,
    InterfaceMethod<"", "void", "setFromZero", (ins "bool":$value)>,
    InterfaceMethod<"The op that asked for it, in the user's terms.",
                    "::std::optional<::llvm::StringRef>", "getReason">,
    InterfaceMethod<"Mesh dimensions that span the group, in mesh order.",
                    "::dtensor::DimList", "getGroup",
                    (ins "const ::dtensor::Mesh &":$mesh),
                    /*methodBody=*/"",
                    /*defaultImplementation=*/"return detail::getGroup($_op.getFrom(), $_op.getTo(), mesh);">,
    InterfaceMethod<"What the most loaded device must receive, in bytes.",
                    "int64_t", "getBytesReceived",
                    (ins "const ::dtensor::Mesh &":$mesh),
                    /*methodBody=*/"",
                    /*defaultImplementation=*/"return detail::getBytesReceived($_op.getFrom(), $_op.getTo(), $_op.getGlobalShape(), $_op.getSource().getType(), mesh);">,
    InterfaceMethod<"Whether devices may share the destination's memory.",
                    "bool", "canShare", (ins), /*methodBody=*/"",
                    /*defaultImplementation=*/"return true;">
  ];
}

// `picture` shows two devices along x before and after.
class Comm_CollectiveOp<string mnemonic, string what, string picture>
    : Comm_Op<mnemonic,
    [DestinationStyleOpInterface, CollectiveOpInterface, TransferOpInterface,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<ConditionallySpeculatable>,
     DeclareOpInterfaceMethods<BufferizableOpInterface,
       ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
        "getAliasingValues", "bufferize"]>]> {
  let summary = what;
  let description = picture # [{

    The tensor has the global shape after `of`. A dynamic global extent is an
    operand. The source is this device's component under the first layout, and
    the destination is the one under the second. They do not overlap. On tensors
    the result is the new value of the destination. On buffers there is no
    result.

    With `shared`, several devices have one destination: those of the group
    along which the second layout is replicated pass the same memory, and each
    writes a part of it.

    With `from_zero`, a sum of floats begins with +0, so a sum of negative zeros
    is +0. Otherwise it is -0.
  }];
  let arguments = (ins AnyShaped:$source, AnyShaped:$dest,
                       Variadic<Index>:$globalExtents,
                       DTensor_LayoutAttr:$from, DTensor_LayoutAttr:$to,
                       DenseI64ArrayAttr:$globalShape, UnitAttr:$shared,
                       UnitAttr:$fromZero, OptionalAttr<StrAttr>:$reason);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `outs` `(` $dest `:` type($dest) `)`
    $from `to` $to `of`
    custom<DynamicIndexList>($globalExtents, $globalShape)
    (`from_zero` $fromZero^)? (`shared` $shared^)? (`because` $reason^)? attr-dict (`->` type($result)^)?
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
            /*fromZero=*/nullptr, reason);
    }]>];
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getDestMutable(); }
    ::mlir::FlatSymbolRefAttr getMeshName() { return getFrom().getMesh(); }
    bool hasDynamicBytes() {
      return ::mlir::ShapedType::isDynamicShape(getGlobalShape());
    }
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
      return &operand == &getSourceMutable();
    }
    bool $cppClass::bufferizesToMemoryWrite(
        ::mlir::OpOperand &operand,
        const ::mlir::bufferization::AnalysisState &) {
      return &operand == &getDestMutable();
    }
    ::mlir::bufferization::AliasingValueList $cppClass::getAliasingValues(
        ::mlir::OpOperand &operand,
        const ::mlir::bufferization::AnalysisState &) {
      if (&operand != &getDestMutable())
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
    "combine a partial value; every member gets the whole result", [{
    ```
    device 0: [1, 2]  partial    device 0: [11, 22]
    device 1: [10, 20]   ->      device 1: [11, 22]
    ```

    ```mlir
    %1 = comm.all_reduce ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>)
        <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [2]
        because "linalg.reduce reduces axis 0 of %a" -> tensor<2xf32>
    ```}]>;
def Comm_ReduceScatterOp : Comm_CollectiveOp<"reduce_scatter",
    "combine a partial value; every member gets its shard of the result", [{
    ```
    device 0: [1, 2]  partial    device 0: [11]
    device 1: [10, 20]   ->      device 1: [22]
    ```

    ```mlir
    %1 = comm.reduce_scatter ins(%0 : tensor<2xf32>) outs(%e : tensor<1xf32>)
        <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [2]
        -> tensor<1xf32>
    ```}]>;
def Comm_AllGatherOp : Comm_CollectiveOp<"all_gather",
    "join shards; every member gets all of them", [{
    ```
    device 0: [1]        device 0: [1, 2]
    device 1: [2]   ->   device 1: [1, 2]
    ```

    ```mlir
    %1 = comm.all_gather ins(%0 : tensor<1xf32>) outs(%e : tensor<2xf32>)
        <@mesh, [x]> to <@mesh, [unsharded]> of [2] -> tensor<2xf32>
    ```}]>;
def Comm_AllToAllOp : Comm_CollectiveOp<"all_to_all",
    "move mesh dimensions from one axis to another", [{
    ```
    device 0: [[1, 2]]        device 0: [[1], [3]]
    device 1: [[3, 4]]   ->   device 1: [[2], [4]]
    ```

    ```mlir
    %1 = comm.all_to_all ins(%0 : tensor<1x2xf32>) outs(%e : tensor<2x1xf32>)
        <@mesh, [x, unsharded]> to <@mesh, [unsharded, x]> of [2, 2]
        -> tensor<2x1xf32>
    ```}]>;
def Comm_PermuteOp : Comm_CollectiveOp<"permute",
    "every member gets another member's component", [{
    Devices of a mesh x=2, y=2, by number:

    ```
    0: [1]  1: [2]        0: [1]  1: [3]
    2: [3]  3: [4]   ->   2: [2]  3: [4]
    ```

    ```mlir
    %1 = comm.permute ins(%0 : tensor<1xf32>) outs(%e : tensor<1xf32>)
        <@mesh, [x + y]> to <@mesh, [y + x]> of [4] -> tensor<1xf32>
    ```}]>;
def Comm_ExchangeOp : Comm_CollectiveOp<"exchange",
    "any other set of box transfers", [{
    Devices of a mesh x=2, y=3, of which y shards before and x after:

    ```
    0: [1, 2]  1: [3, 4]  2: [5, 6]        0: [1, 2, 3]  1: [1, 2, 3]  2: [1, 2, 3]
    3: [1, 2]  4: [3, 4]  5: [5, 6]   ->   3: [4, 5, 6]  4: [4, 5, 6]  5: [4, 5, 6]
    ```

    ```mlir
    %1 = comm.exchange ins(%0 : tensor<2xf32>) outs(%e : tensor<3xf32>)
        <@mesh, [y]> to <@mesh, [x]> of [6] -> tensor<3xf32>
    ```}]>;

def Comm_ReshapeOp : Comm_Op<"reshape",
    [DestinationStyleOpInterface, TransferOpInterface,
     DeclareOpInterfaceMethods<CollectiveOpInterface,
                               ["getGroup", "getBytesReceived", "canShare"]>,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<ConditionallySpeculatable>,
     DeclareOpInterfaceMethods<BufferizableOpInterface,
       ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
        "getAliasingValues", "bufferize"]>]> {
  let summary = "move a tensor from a layout of one shape to a layout of "
                "another shape";
  let description = [{
    For example, a tensor of 12 positions on two devices becomes one of 3 rows.
    The first device gets two of them:

    ```
    0: [0, 1, 2, 3, 4, 5]          0: [[0, 1, 2, 3], [4, 5, 6, 7]]
    1: [6, 7, 8, 9, 10, 11]   ->   1: [[8, 9, 10, 11]]
    ```

    ```mlir
    %1 = comm.reshape ins(%0 : tensor<6xf32>) outs(%e : tensor<?x4xf32>)
        <@mesh, [x]> of [12] to <@mesh, [x, unsharded]> of [3, 4]
        -> tensor<?x4xf32>
    ```

    The elements keep their row-major order. The source is this device's
    component of a tensor of the first global shape. The destination is the
    component of a tensor of the second shape. Partial values stay partial. Any
    pair of layouts is allowed, and a device receives the elements that it needs
    and does not have. Dynamic global extents are those of the components, since
    they are never sharded. Everything else is as for the collectives above.
  }];
  let arguments = (ins AnyShaped:$source, AnyShaped:$dest,
                       DTensor_LayoutAttr:$from, DenseI64ArrayAttr:$globalShape,
                       DTensor_LayoutAttr:$to, DenseI64ArrayAttr:$resultShape,
                       OptionalAttr<StrAttr>:$reason);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `outs` `(` $dest `:` type($dest) `)`
    $from `of` custom<Shape>($globalShape) `to` $to
    `of` custom<Shape>($resultShape)
    (`because` $reason^)? attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getDestMutable(); }
    ::mlir::FlatSymbolRefAttr getMeshName() { return getFrom().getMesh(); }
    bool hasDynamicBytes() {
      return ::mlir::ShapedType::isDynamicShape(getGlobalShape());
    }
  }];
}

def Comm_FetchOp : Comm_Op<"fetch",
    [DestinationStyleOpInterface, TransferOpInterface, AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<ConditionallySpeculatable>,
     DeclareOpInterfaceMethods<BufferizableOpInterface,
       ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
        "getAliasingValues", "bufferize"]>]> {
  let summary = "bring boxes of other tensors from the devices that have them";
  let description = [{
    Serves halos of convolutions, slices, paddings, joins and reversals of axes
    that are sharded. An example with two devices along x, a window of 3 and
    stride 1:

    ```
    device 0: [1, 2, 3]        device 0: [1, 2, 3, 4, 5]   for loop positions 0, 1, 2
    device 1: [4, 5, 6]   ->   device 1: [4, 5, 6]         for loop position 3
    ```

    After `outs` come the loops: their division among the devices, their
    extents, and a map. The map gives the positions of the destination's axes
    that the loops read. The destination of a device is a box. It reaches from
    the first position that its part of the loops reads to the last.

    Then each source follows, with its layout and its global extents. For each
    axis it says which positions of the source (`at` a start, by a `step`, and a
    `count` of them) become which positions of the destination (`to` a start, by
    a `step`), all in the global view. Positions that no source covers keep
    their values. Later sources overwrite earlier ones. On tensors the result is
    the new value of the destination. On buffers there is no result.

    On buffers, `from_peers_only` leaves out the elements that the device itself
    holds. Their positions keep their values. The reader of the destination then
    takes these elements from the source.

    ```mlir
    %1 = comm.fetch ins(%0 : tensor<3xf32>) outs(%e : tensor<?xf32>)
        <@mesh, [x, unsharded]> of [4, 3] by affine_map<(d0, d1) -> (d0 + d1)>
        from <@mesh, [x]> of [6] at [0] step [1] count [6] to [0] step [1]
        -> tensor<?xf32>
    ```
  }];
  // The numbers, kDynamic where an operand says: extents of the loops; then for
  // each source, per axis: extent, start, count, start in the destination.
  // `strides`, for each source, per axis: of the source and of the destination.
  let arguments = (ins Variadic<AnyShaped>:$sources, AnyShaped:$dest,
                       Variadic<Index>:$numbers,
                       TypedArrayAttrBase<DTensor_LayoutAttr, "layouts">:$from,
                       DTensor_LayoutAttr:$to, AffineMapAttr:$window,
                       DenseI64ArrayAttr:$staticNumbers,
                       DenseI64ArrayAttr:$strides,
                       OptionalAttr<StrAttr>:$reason,
                       UnitAttr:$fromPeersOnly);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $sources `:` type($sources) `)` `outs` `(` $dest `:` type($dest) `)`
    custom<Fetch>($to, $window, $from, $numbers, $staticNumbers, $strides)
    (`because` $reason^)? (`from_peers_only` $fromPeersOnly^)? attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getDestMutable(); }
    ::mlir::FlatSymbolRefAttr getMeshName() { return getTo().getMesh(); }
    ::dtensor::DimList getGroup(const ::dtensor::Mesh &mesh);
    int64_t getBytesReceived(const ::dtensor::Mesh &mesh);
    bool hasDynamicBytes() { return !getNumbers().empty(); }

    /// Numbers of one axis of one source.
    static constexpr unsigned kNumbersPerAxis = 4;

    int64_t getRank() { return getWindow().getNumResults(); }
    int64_t getNumLoops() { return getWindow().getNumDims(); }
    /// All numbers in order, operands and constants.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedNumbers();
    /// What is known before the program runs, or if the operands `numbers` are
    /// these values; `mesh` is the op's.
    ::dtensor::Fetch getFetch(const ::dtensor::Mesh &mesh,
                              ::llvm::ArrayRef<int64_t> values = {});
  }];
}

def Comm_TakeOp : Comm_Op<"take",
    [DestinationStyleOpInterface, TransferOpInterface,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<ConditionallySpeculatable>,
     DeclareOpInterfaceMethods<BufferizableOpInterface,
       ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
        "getAliasingValues", "bufferize"]>]> {
  let summary = "bring elements along an axis from the devices that have them";
  let description = [{
    Each device names positions of a sharded axis, in the global view, and gets
    the elements at these positions. Other axes stay as they are. A distributed
    sort hands its elements over in this way:

    ```
    device 0: [1, 4, 6] at [0, 3, 1]      device 0: [1, 2, 4]
    device 1: [2, 3, 9] at [4, 2, 5]  ->  device 1: [3, 6, 9]
    ```

    ```mlir
    %1 = comm.take ins(%0 : tensor<3xf32>) at(%p : tensor<3xindex>)
        outs(%e : tensor<3xf32>) <@mesh, [x]> of [6] along 0 -> tensor<3xf32>
    ```

    The source is this device's component of a tensor of the global shape,
    without a pending reduction. Positions and destination have the extents of
    the source, except along the axis, where they have one position for each
    wanted element. Element `[.., i, ..]` of the destination is the tensor's at
    `[.., p[.., i, ..], ..]`. A position outside of the tensor ends the program
    with an error. The number of received bytes depends on data. It is at most
    the size of the destination.
  }];
  let arguments = (ins AnyShaped:$source, AnyShaped:$positions,
                       AnyShaped:$dest, DTensor_LayoutAttr:$from,
                       DenseI64ArrayAttr:$globalShape, I64Attr:$axis,
                       OptionalAttr<StrAttr>:$reason);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `at` `(` $positions `:` type($positions) `)`
    `outs` `(` $dest `:` type($dest) `)` $from `of` custom<Shape>($globalShape)
    `along` $axis (`because` $reason^)? attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getDestMutable(); }
    ::mlir::FlatSymbolRefAttr getMeshName() { return getFrom().getMesh(); }
    ::dtensor::DimList getGroup(const ::dtensor::Mesh &mesh);
    int64_t getBytesReceived(const ::dtensor::Mesh &mesh);
    bool hasDynamicBytes() { return true; }
  }];
}

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
    The analysis of bufferization sees one device only. This op reads the result
    of a collective at the point until which peers may still read it. So no
    earlier op overwrites it in place. Bufferization removes the op.

    ```mlir
    comm.release %gathered : tensor<8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasCanonicalizeMethod = 1;
}

def Comm_BarrierOp : Comm_Op<"barrier",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "wait for all devices of the group";
  let description = [{
    The group consists of the devices along `dims`.

    ```mlir
    comm.barrier @mesh [x, y]
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$mesh, StrArrayAttr:$dims);
  let assemblyFormat = "$mesh custom<Dimensions>($dims) attr-dict";
}

#endif // DTENSOR_DIALECT_COMM_IR_COMMOPS_TD
