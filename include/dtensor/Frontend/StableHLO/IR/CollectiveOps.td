//===- CollectiveOps.td - Ops of several processes --------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_COLLECTIVEOPS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_COLLECTIVEOPS_TD

include "dtensor/Frontend/StableHLO/IR/StableHLOAttrs.td"

class HLO_CollectiveOp<string mnemonic, string what>
    : StableHLO_Op<mnemonic> {
  let summary = what;
  let hasVerifier = 1;
}

def HLO_ReplicaIdOp : StableHLO_Op<"replica_id", [Pure]> {
  let summary = "the replica of this process";
  let results = (outs 0DTensorOf<[UI32]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def HLO_PartitionIdOp : StableHLO_Op<"partition_id", [Pure]> {
  let summary = "the partition of this process";
  let results = (outs 0DTensorOf<[UI32]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def HLO_AllGatherOp : HLO_CollectiveOp<"all_gather", "joins parts"> {
  let arguments = (ins Variadic<HLO_Tensor>:$operands, I64Attr:$all_gather_dim,
                       I64ElementsAttr:$replica_groups,
                       OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<HLO_Tensor>);
}

def HLO_AllReduceOp : HLO_CollectiveOp<"all_reduce", "combines addends"> {
  let arguments = (ins Variadic<HLO_Tensor>:$operands,
                       I64ElementsAttr:$replica_groups,
                       OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<HLO_Tensor>);
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}

def HLO_ReduceScatterOp
    : HLO_CollectiveOp<"reduce_scatter", "combines addends, keeps a part"> {
  let arguments = (ins HLO_Tensor:$operand, I64Attr:$scatter_dimension,
                       I64ElementsAttr:$replica_groups,
                       OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs HLO_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}

def HLO_AllToAllOp : HLO_CollectiveOp<"all_to_all", "splits, exchanges, joins"> {
  let arguments = (ins Variadic<HLO_Tensor>:$operands, I64Attr:$split_dimension,
                       I64Attr:$concat_dimension, I64Attr:$split_count,
                       I64ElementsAttr:$replica_groups,
                       OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<HLO_Tensor>);
}

def HLO_CollectiveBroadcastOp
    : HLO_CollectiveOp<"collective_broadcast", "the first process's value"> {
  let arguments = (ins Variadic<HLO_Tensor>:$operands,
                       I64ElementsAttr:$replica_groups,
                       OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<HLO_Tensor>);
}

def HLO_CollectivePermuteOp
    : HLO_CollectiveOp<"collective_permute", "from sources to targets"> {
  let arguments = (ins HLO_Tensor:$operand, I64ElementsAttr:$source_target_pairs,
                       OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs HLO_Tensor:$result);
}

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_COLLECTIVEOPS_TD
