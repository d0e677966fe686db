//===- ShardyOps.td - Shardings as Shardy writes them -----*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_SHARDY_IR_SHARDYOPS_TD
#define DTENSOR_FRONTEND_SHARDY_IR_SHARDYOPS_TD

include "dtensor/Frontend/Shardy/IR/ShardyAttrs.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Shardy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Shardy_Dialect, mnemonic, traits>;

def Shardy_MeshOp : Shardy_Op<"mesh", [Symbol]> {
  let summary = "a named mesh";
  let arguments = (ins SymbolNameAttr:$sym_name, Shardy_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

class Shardy_ConstraintOp<string mnemonic, string what>
    : Shardy_Op<mnemonic, [Pure, SameOperandsAndResultType]> {
  let summary = what;
  let arguments = (ins AnyRankedTensor:$input,
                       Shardy_TensorShardingAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::mlir::LogicalResult $cppClass::verify() {
      return ::dtensor::sdy::verifySharding(*this, getSharding(), getInput().getType());
    }
  }];
}
def Shardy_ShardingConstraintOp
    : Shardy_ConstraintOp<"sharding_constraint", "a value lies like this">;
def Shardy_ReshardOp
    : Shardy_ConstraintOp<"reshard", "a value lies like this from here on">;

class Shardy_UnreducedOp<string mnemonic, string what>
    : Shardy_Op<mnemonic, [Pure, SameOperandsAndResultType]> {
  let summary = what;
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:`
    type($result)
  }];
  let hasVerifier = 1;
}
def Shardy_ReplicatedToUnreducedOp
    : Shardy_UnreducedOp<"replicated_to_unreduced",
                         "a value that devices have becomes pending a sum"> {
  let description = [{
    The operand is whole along `axes`. The result is a sum over the devices
    along these axes, and equals the operand.

    ```mlir
    %1 = sdy.replicated_to_unreduced {"y"} %0 out_sharding=<@mesh, [{"x"} ], unreduced={"y"}> : tensor<8xf32>
    ```

    The operand has a sharding. The result has the same one, with `axes` added
    to the axes along which it is unreduced.
  }];
  let arguments = (ins AnyRankedTensor:$tensor, Shardy_AxisRefListAttr:$axes,
                       Shardy_TensorShardingAttr:$out_sharding);
}
def Shardy_ShardedToUnreducedOp
    : Shardy_UnreducedOp<"sharded_to_unreduced",
                         "a sharded value becomes pending a sum"> {
  let description = [{
    The operand is sharded on `axes`, which come last on each of its axes. Each
    device's part becomes an addend that is zero elsewhere.

    ```mlir
    %1 = sdy.sharded_to_unreduced [{"y"} ] %0 out_sharding=<@mesh, [{"x"} ], unreduced={"y"}> : tensor<8xf32>
    ```

    The operand has a sharding. The sharding of the result follows from it.
  }];
  let arguments = (ins AnyRankedTensor:$tensor,
                       Shardy_ListOfAxisRefListsAttr:$axes,
                       Shardy_TensorShardingAttr:$out_sharding);
}

def Shardy_ReturnOp : Shardy_Op<"return", [Pure, Terminator]> {
  let summary = "ends a manual computation";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

def Shardy_ManualComputationOp : Shardy_Op<"manual_computation",
    [RecursiveMemoryEffects, IsolatedFromAbove]> {
  let summary = "a computation in the local view";
  let description = [{
    This is JAX's shard_map. Along the manual axes the body sees components of
    the operands, whose layouts are `in_shardings`. It makes components of the
    results, whose layouts are `out_shardings`.
  }];
  let arguments = (ins Variadic<AnyType>:$tensors,
                       Shardy_TensorShardingPerValueAttr:$in_shardings,
                       Shardy_TensorShardingPerValueAttr:$out_shardings,
                       Shardy_ManualAxesAttr:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Shardy_ShardingGroupOp : Shardy_Op<"sharding_group"> {
  let summary = "values of one group have the same sharding";
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat = [{
    $input `group_id` `` `=` `` $group_id attr-dict `:` type($input)
  }];
}

def Shardy_ConstantOp : Shardy_Op<"constant", [Pure, ConstantLike,
    AllTypesMatch<["value", "output"]>]> {
  let summary = "a constant";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyRankedTensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Shardy_DataFlowEdgeOp
    : Shardy_Op<"data_flow_edge", [Pure, SameOperandsAndResultType]> {
  let summary = "one value of several that flow together";
  let arguments = (ins AnyRankedTensor:$input,
                       OptionalAttr<Shardy_TensorShardingAttr>:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)
  }];
}

def Shardy_PropagationBarrierOp
    : Shardy_Op<"propagation_barrier", [Pure, SameOperandsAndResultType]> {
  let summary = "shardings spread in one direction only, or not at all";
  let arguments = (ins AnyRankedTensor:$input,
                       Shardy_PropagationDirectionAttr:$allowed_direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `allowed_direction` `` `=` `` custom<Direction>($allowed_direction)
    attr-dict `:` type($input)
  }];
}

def Shardy_NamedComputationOp : Shardy_Op<"named_computation",
    [RecursiveMemoryEffects, IsolatedFromAbove]> {
  let summary = "a part of a program that has a name";
  let arguments = (ins Variadic<AnyType>:$operands, StrAttr:$name,
                       OptionalAttr<Shardy_TensorShardingPerValueAttr>:$in_shardings,
                       OptionalAttr<Shardy_TensorShardingPerValueAttr>:$out_shardings);
  let results = (outs Variadic<AnyType>);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

#endif // DTENSOR_FRONTEND_SHARDY_IR_SHARDYOPS_TD
