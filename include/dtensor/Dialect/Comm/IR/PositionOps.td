//===- PositionOps.td - Where a device and its shards are --*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_COMM_IR_POSITIONOPS_TD
#define DTENSOR_DIALECT_COMM_IR_POSITIONOPS_TD

include "dtensor/Dialect/Comm/IR/CommDialect.td"

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
    An axis of `extent` positions is divided along `dims`, one after the other,
    major first. Each division is that of torch.chunk.

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

def Comm_WindowExtentOp : Comm_Op<"window_extent",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>,
     DeclareOpInterfaceMethods<ValueBoundsOpInterface,
                               ["populateBoundsForIndexValue"]>]> {
  let summary = "the extent of the positions that this device's part of some "
                "loops reads";
  let description = [{
    The loops have these extents, and are divided among devices as the layout
    says. The map has one result: the position of an axis that the loops read.
    The result of the op is the number of positions from the first to the last
    one that this device's part reads, or 0 if the part is empty.

    ```mlir
    %n = comm.window_extent <@mesh, [x, unsharded]> of [10, 3]
        by affine_map<(d0, d1) -> (d0 * 2 + d1)>
    ```
  }];
  let arguments = (ins DTensor_LayoutAttr:$layout,
                       DenseI64ArrayAttr:$loops, AffineMapAttr:$window);
  let results = (outs Index:$result);
  let assemblyFormat = "$layout `of` $loops `by` $window attr-dict";
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// This op's map, of one result, which the verifier has checked.
    ::dtensor::AxisWindow getAxisWindow();
  }];
}

#endif // DTENSOR_DIALECT_COMM_IR_POSITIONOPS_TD
