//===- TMTensorOps.td - What torch-mlir has beside linalg --*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_TORCH_IR_TMTENSOROPS_TD
#define DTENSOR_FRONTEND_TORCH_IR_TMTENSOROPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TMTensor_Dialect : Dialect {
  let name = "tm_tensor";
  let cppNamespace = "::dtensor::tm_tensor";
  let summary = "ops of torch-mlir's programs beside those of linalg";
  let description = [{
    This dialect of torch-mlir appears in its output of the kind
    `linalg-on-tensors`. Only its form on tensors is supported.
    `dtensor-import-tm-tensor` turns it into linalg_ext and linalg.
  }];
}

class TMTensor_Op<string mnemonic, list<Trait> traits = []>
    : Op<TMTensor_Dialect, mnemonic, !listconcat([Pure], traits)> {
  let hasVerifier = 1;
}
class TMTensor_BodyOp<string mnemonic>
    : TMTensor_Op<mnemonic, [AttrSizedOperandSegments, SingleBlock]>;

def TMTensor_ScanOp : TMTensor_BodyOp<"scan"> {
  let summary = "all partial results of a reduction along a dimension";
  let description = [{
    If the scan is inclusive, the first output is, along `dimension`,
    `x0, f(x0, x1), ...`. If it is exclusive, the first output is
    `a, f(a, x0), ...`, where `a` is the initial value of the second output. The
    second output becomes the last element of the first.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs, I64Attr:$dimension,
                       BoolAttr:$inclusive);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)` attr-dict
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TMTensor_ScatterOp : TMTensor_BodyOp<"scatter"> {
  let summary = "combine updates into slices at positions that are data";
  let description = [{
    The inputs are updates, `[number, slice...]`, and positions,
    `[number, depth]`. Slices lie along the last dimensions of the output.
    Element `k` of the position is added to the position along
    `dimension_map[k]`. The body gets an element of the updates and the output's
    element there.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       DenseI64ArrayAttr:$dimension_map,
                       DefaultValuedAttr<BoolAttr, "true">:$unique_indices);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    attr-dict `unique_indices` `(` $unique_indices `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TMTensor_SortOp : TMTensor_BodyOp<"sort"> {
  let summary = "order tensors along a dimension";
  let description = [{
    Orders the outputs, which all move together, so that the body holds for each
    position and the next. It has two arguments per output.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs, I64Attr:$dimension);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TMTensor_TopkOp : TMTensor_BodyOp<"topk"> {
  let summary = "the first elements in an order, and their positions";
  let description = [{
    The inputs are values and their i32 positions. Without positions they are
    counted. The inputs compete with the initial elements of the outputs for the
    places that the outputs have along `dimension`. The body says whether a
    value comes before another. Of equal values the one with the lower position
    comes first.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs, I64Attr:$dimension);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TMTensor_AttentionOp
    : TMTensor_Op<"attention", [AttrSizedOperandSegments]> {
  let summary = "softmax(scale * q k^T + mask) v";
  let description = [{
    The inputs are queries `[batch..., m, k]`, keys `[batch..., n, k]`, values
    `[batch..., n, v]` and, optionally, a mask `[batch..., m, n]`. A mask of i1
    is true where a key counts. Any other mask is added. The scale is
    `1/sqrt(k)` if none is given. Where no key counts the result is 0.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       OptionalAttr<F64Attr>:$scale);
  let results = (outs Variadic<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    attr-dict `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` (`->` type($result)^)?
  }];
}

def TMTensor_YieldOp : Op<TMTensor_Dialect, "yield",
                          [Pure, ReturnLike, Terminator]> {
  let summary = "the values that the body of an op yields";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // DTENSOR_FRONTEND_TORCH_IR_TMTENSOROPS_TD
