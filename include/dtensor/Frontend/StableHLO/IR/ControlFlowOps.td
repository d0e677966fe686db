//===- ControlFlowOps.td - Ops that steer, call and group -*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_CONTROLFLOWOPS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_CONTROLFLOWOPS_TD

include "dtensor/Frontend/StableHLO/IR/StableHLOAttrs.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"

def HLO_ReturnOp : StableHLO_Op<"return", [Pure, Terminator]> {
  let summary = "ends a region";
  let arguments = (ins Variadic<HLO_Value>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

def HLO_IfOp : StableHLO_Op<"if", [RecursiveMemoryEffects]> {
  let summary = "one of two regions";
  let arguments = (ins RankedTensorOf<[I1]>:$pred);
  let results = (outs Variadic<HLO_TensorOrToken>);
  let regions = (region SizedRegion<1>:$true_branch,
                        SizedRegion<1>:$false_branch);
  let hasRegionVerifier = 1;
}

def HLO_CaseOp : StableHLO_Op<"case", [RecursiveMemoryEffects]> {
  let summary = "one of several regions; the last one if the index is outside";
  let arguments = (ins 0DTensorOf<[I32]>:$index);
  let results = (outs Variadic<HLO_TensorOrToken>);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let hasRegionVerifier = 1;
}

def HLO_WhileOp : StableHLO_Op<"while", [RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "a loop";
  let description = [{
    ```mlir
    %0:2 = stablehlo.while(%i = %a, %x = %b) : tensor<i32>, tensor<4xf32>
     cond {
      ...
      stablehlo.return %more : tensor<i1>
    } do {
      ...
      stablehlo.return %next, %y : tensor<i32>, tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<HLO_TensorOrToken>:$operand);
  let results = (outs Variadic<HLO_TensorOrToken>);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def HLO_OptimizationBarrierOp : StableHLO_Op<"optimization_barrier", [Pure]> {
  let summary = "ops before it are not moved behind it";
  let arguments = (ins Variadic<HLO_TensorOrToken>:$operand);
  let results = (outs Variadic<HLO_TensorOrToken>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseTypes>(type($operand), type($result))):(`(` `)`)?
  }];
  let hasVerifier = 1;
}

def HLO_TupleOp : StableHLO_Op<"tuple", [Pure]> {
  let summary = "several values as one";
  let arguments = (ins Variadic<HLO_Value>:$val);
  let results = (outs HLO_Tuple:$result);
  let assemblyFormat = [{
    $val attr-dict `:` custom<TupleTypes>(type($val), type($result))
  }];
  let hasVerifier = 1;
}

def HLO_GetTupleElementOp : StableHLO_Op<"get_tuple_element", [Pure]> {
  let summary = "one of the values of a tuple";
  let arguments = (ins HLO_Tuple:$operand, I32Attr:$index);
  let results = (outs HLO_Value:$result);
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def HLO_CompositeOp : StableHLO_Op<"composite",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a named op and the function that says what it does";
  let arguments = (ins Variadic<HLO_Value>:$inputs, StrAttr:$name,
                       DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
                       FlatSymbolRefAttr:$decomposition,
                       DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<HLO_Value>);
  let assemblyFormat = [{
    $name $inputs attr-dict `:` functional-type(operands, results)
  }];
}

// Numbers of StableHLO's CustomCallApiVersion.
def HLO_ApiVersionAttr : ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<4>]>;

def HLO_CustomCallOp : StableHLO_Op<"custom_call"> {
  let summary = "a function that is not part of StableHLO";
  let arguments = (ins Variadic<HLO_Value>:$inputs, StrAttr:$call_target_name,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
                       OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
                       OptionalAttr<HLO_ApiVersionAttr>:$api_version,
                       OptionalAttr<TypedArrayAttrBase<FlatSymbolRefAttr,
                           "functions">>:$called_computations,
                       OptionalAttr<ArrayAttr>:$operand_layouts,
                       OptionalAttr<ArrayAttr>:$result_layouts,
                       OptionalAttr<TypedArrayAttrBase<HLO_OutputOperandAliasAttr,
                           "aliases">>:$output_operand_aliases);
  let results = (outs Variadic<HLO_Value>);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)`
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Effects in an order
//===----------------------------------------------------------------------===//

def HLO_CreateTokenOp : StableHLO_Op<"create_token", [Pure]> {
  let summary = "the token before all effects";
  let results = (outs HLO_Token:$output);
  let assemblyFormat = "attr-dict `:` type($output)";
}

def HLO_AfterAllOp : StableHLO_Op<"after_all", [Pure]> {
  let summary = "a token after all of these";
  let arguments = (ins Variadic<HLO_Token>:$inputs);
  let results = (outs HLO_Token:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:` custom<TokenTypes>(ref($inputs), type($inputs), type($result))
  }];
}

def HLO_InfeedOp : StableHLO_Op<"infeed"> {
  let summary = "values from the host";
  let arguments = (ins HLO_Token:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$infeed_config,
                       OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<HLO_TensorOrToken>);
}

def HLO_OutfeedOp : StableHLO_Op<"outfeed"> {
  let summary = "values to the host";
  let arguments = (ins Variadic<HLO_Tensor>:$inputs, HLO_Token:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs HLO_Token:$result);
}

def HLO_SendOp : StableHLO_Op<"send"> {
  let summary = "values to a channel";
  let arguments = (ins Variadic<HLO_Tensor>:$inputs, HLO_Token:$token,
                       HLO_ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs HLO_Token:$result);
}

def HLO_RecvOp : StableHLO_Op<"recv"> {
  let summary = "values from a channel";
  let arguments = (ins HLO_Token:$token, HLO_ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<HLO_TensorOrToken>);
}

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_CONTROLFLOWOPS_TD
