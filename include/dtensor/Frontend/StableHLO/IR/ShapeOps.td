//===- ShapeOps.td - Ops that make, move and take elements *- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_SHAPEOPS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_SHAPEOPS_TD

include "dtensor/Frontend/StableHLO/IR/StableHLOAttrs.td"
include "mlir/IR/OpAsmInterface.td"

class HLO_ShapeOp<string mnemonic, string what, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, !listconcat([Pure], traits)> {
  let summary = what;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Made of nothing
//===----------------------------------------------------------------------===//

def HLO_ConstantOp : HLO_ShapeOp<"constant", "a constant", [ConstantLike,
    AllTypesMatch<["value", "output"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let description = [{
    Booleans in hexadecimal digits may take a bit each, as MLIR wrote them up to
    version 22, or a byte each, as it does since.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs HLO_Tensor:$output);
  let assemblyFormat = "attr-dict custom<ConstantValue>($value)";
  let hasFolder = 1;
  let hasVerifier = 0;
}

def HLO_IotaOp : HLO_ShapeOp<"iota", "the position along an axis"> {
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs HLO_Tensor:$output);
  let assemblyFormat = [{
    `dim` `=` $iota_dimension attr-dict `:` type($output)
  }];
}

//===----------------------------------------------------------------------===//
// Shapes that are operands
//===----------------------------------------------------------------------===//

// Exporters write these where they compute a shape that the result's type has
// as well.
class HLO_GivenShapeOp<string mnemonic, string what>
    : HLO_ShapeOp<mnemonic, what> {
  let description = "The result's type must have static extents.";
}

def HLO_DynamicIotaOp : HLO_GivenShapeOp<
    "dynamic_iota", "the position along an axis, in a given shape"> {
  let arguments = (ins HLO_IntTensor:$output_shape, I64Attr:$iota_dimension);
  let results = (outs HLO_Tensor:$output);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension attr-dict `:`
    functional-type(operands, results)
  }];
}

def HLO_DynamicReshapeOp : HLO_GivenShapeOp<
    "dynamic_reshape", "the same elements, in a given shape"> {
  let arguments = (ins HLO_Tensor:$operand, HLO_IntTensor:$output_shape);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_DynamicBroadcastInDimOp : HLO_GivenShapeOp<
    "dynamic_broadcast_in_dim", "axis i becomes axis dims[i] of a given shape"> {
  let arguments = (ins HLO_Tensor:$operand, HLO_IntTensor:$output_dimensions,
                       DenseI64ArrayAttr:$broadcast_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions
    attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// The same elements in other places
//===----------------------------------------------------------------------===//

def HLO_BroadcastInDimOp
    : HLO_ShapeOp<"broadcast_in_dim", "axis i becomes axis dims[i]"> {
  let arguments = (ins HLO_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:`
    functional-type(operands, results)
  }];
}

def HLO_BroadcastOp : HLO_ShapeOp<"broadcast", "new axes in front"> {
  let arguments = (ins HLO_Tensor:$operand, DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes attr-dict `:`
    functional-type(operands, results)
  }];
}

def HLO_ReshapeOp : HLO_ShapeOp<"reshape", "the same elements, another shape"> {
  let arguments = (ins HLO_Tensor:$operand);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_BitcastConvertOp
    : HLO_ShapeOp<"bitcast_convert", "the same bits, another element type"> {
  let arguments = (ins HLO_Tensor:$operand);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_TransposeOp
    : HLO_ShapeOp<"transpose", "axis i of the result is axis dims[i]"> {
  let arguments = (ins HLO_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict `:`
    functional-type(operands, results)
  }];
}

def HLO_ReverseOp : HLO_ShapeOp<"reverse", "mirrored along axes",
    [SameOperandsAndResultType]> {
  let arguments = (ins HLO_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:`
    custom<SameTypes>(type($operand), type($result))
  }];
}

def HLO_ConcatenateOp : HLO_ShapeOp<"concatenate", "one behind the other"> {
  let arguments = (ins Variadic<HLO_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    custom<OperandsBefore>($inputs) `dim` `=` $dimension
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_PadOp : HLO_ShapeOp<"pad",
    "elements around and between; negative sizes take away"> {
  let arguments = (ins HLO_Tensor:$operand, HLO_Tensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,`
    `low` `=` $edge_padding_low `,`
    `high` `=` $edge_padding_high `,`
    `interior` `=` $interior_padding
    attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Some of the elements
//===----------------------------------------------------------------------===//

def HLO_SliceOp : HLO_ShapeOp<"slice", "[start:limit:stride] of each axis"> {
  let arguments = (ins HLO_Tensor:$operand, DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_DynamicSliceOp
    : HLO_ShapeOp<"dynamic_slice", "a slice whose starts are clamped"> {
  let arguments = (ins HLO_Tensor:$operand,
                       Variadic<HLO_ScalarInt>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<OperandsBefore>($start_indices)
    `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_DynamicUpdateSliceOp
    : HLO_ShapeOp<"dynamic_update_slice", "replaces a slice",
                  [AllTypesMatch<["operand", "result"]>]> {
  let arguments = (ins HLO_Tensor:$operand, HLO_Tensor:$update,
                       Variadic<HLO_ScalarInt>:$start_indices);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_GatherOp : HLO_ShapeOp<"gather", "slices at given starts"> {
  let arguments = (ins HLO_Tensor:$operand, HLO_IntTensor:$start_indices,
                       HLO_GatherDimensionNumbersAttr:$dimension_numbers,
                       DenseI64ArrayAttr:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs HLO_Tensor:$result);
}

def HLO_GetDimensionSizeOp
    : HLO_ShapeOp<"get_dimension_size", "extent of an axis"> {
  let arguments = (ins HLO_Tensor:$operand, I64Attr:$dimension);
  let results = (outs 0DTensorOf<[I32]>:$result);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_SHAPEOPS_TD
