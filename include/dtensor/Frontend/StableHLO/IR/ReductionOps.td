//===- ReductionOps.td - Ops with a function of elements --*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_REDUCTIONOPS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_REDUCTIONOPS_TD

include "dtensor/Frontend/StableHLO/IR/StableHLOAttrs.td"

// The regions are functions of scalars; they see nothing of what is outside
// but what dominates them.
class HLO_RegionOp<string mnemonic, string what, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, !listconcat([RecursiveMemoryEffects], traits)> {
  let summary = what;
  let hasRegionVerifier = 1;
}

def HLO_ReduceOp
    : HLO_RegionOp<"reduce", "folds axes", [SameVariadicOperandSize]> {
  let description = [{
    A body of one op with nothing but operands is printed as the name of the op.

    ```mlir
    %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0]
      : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
    %1:2 = stablehlo.reduce(%x init: %c), (%y init: %d) across dimensions = [1]
      : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
      reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      ...
    }
    ```
  }];
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       Variadic<HLO_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<HLO_Tensor>);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def HLO_ReduceWindowOp : HLO_RegionOp<"reduce_window", "folds windows",
                                      [SameVariadicOperandSize]> {
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       Variadic<HLO_Tensor>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Variadic<HLO_Tensor>);
  let regions = (region SizedRegion<1>:$body);
}

def HLO_SelectAndScatterOp
    : HLO_RegionOp<"select_and_scatter",
                   "adds each source to the selected element of its window",
                   [AllTypesMatch<["operand", "result"]>]> {
  let arguments = (ins HLO_Tensor:$operand, HLO_Tensor:$source,
                       HLO_Tensor:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs HLO_Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
}

def HLO_ScatterOp : HLO_RegionOp<"scatter", "updates slices at given starts",
                                 [SameVariadicOperandSize]> {
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       HLO_IntTensor:$scatter_indices,
                       Variadic<HLO_Tensor>:$updates,
                       HLO_ScatterDimensionNumbersAttr:$scatter_dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<HLO_Tensor>);
  let regions = (region SizedRegion<1>:$update_computation);
}

def HLO_MapOp : HLO_RegionOp<"map", "a function of each element"> {
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs HLO_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
}

def HLO_SortOp : HLO_RegionOp<"sort", "sorts along an axis"> {
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<HLO_Tensor>);
  let regions = (region SizedRegion<1>:$comparator);
}

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_REDUCTIONOPS_TD
