//===- ShardyAttrs.td - Shardings as Shardy writes them ---*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_SHARDY_IR_SHARDYATTRS_TD
#define DTENSOR_FRONTEND_SHARDY_IR_SHARDYATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Shardy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::dtensor::sdy";
  let summary = "shardings of JAX programs";
  let description = [{
    The dialect has meshes, annotations and shard_map, as JAX exports them
    (https://openxla.org/shardy/sdy_dialect). They are parsed and verified as
    written. The import turns them into layouts of the `dtensor` dialect.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{ void registerAttributes(); }];
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

class Shardy_Attr<string name, string attrMnemonic, string what>
    : AttrDef<Shardy_Dialect, name> {
  let mnemonic = attrMnemonic;
  let summary = what;
  let hasCustomAssemblyFormat = 1;
}

class Shardy_Enum<string name, string what, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, what, cases> {
  let cppNamespace = "::dtensor::sdy";
  let genSpecializedAttr = 0;
}

def Shardy_ReductionOp
    : Shardy_Enum<"ReductionOp", "how addends are combined",
                  [I32EnumAttrCase<"SUM", 0, "sum">,
                   I32EnumAttrCase<"MAX", 1, "max">,
                   I32EnumAttrCase<"MIN", 2, "min">]>;

def Shardy_PropagationDirection
    : Shardy_Enum<"PropagationDirection", "where shardings may flow",
                  [I32EnumAttrCase<"NONE", 0>, I32EnumAttrCase<"FORWARD", 1>,
                   I32EnumAttrCase<"BACKWARD", 2>, I32EnumAttrCase<"BOTH", 3>]>;
def Shardy_PropagationDirectionAttr
    : EnumAttr<Shardy_Dialect, Shardy_PropagationDirection,
               "propagation_direction">;

def Shardy_MeshAttr : Shardy_Attr<"Mesh", "mesh", "axes and order of devices"> {
  let description = [{
    ```mlir
    #sdy.mesh<["x"=2, "y"=4]>
    #sdy.mesh<["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
    #sdy.mesh<[], device_ids=[3]>
    ```
    The last example is a single device. Without `device_ids` the devices are
    numbered in order, the last axis fastest.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$names,
                        ArrayRefParameter<"int64_t">:$sizes,
                        ArrayRefParameter<"int64_t">:$deviceIds);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The size of an axis, if the mesh has it.
    std::optional<int64_t> getSize(::mlir::StringAttr name) const;
    /// All devices.
    int64_t getTotalSize() const;
  }];
}

def Shardy_AxisRefAttr : Shardy_Attr<"AxisRef", "axis_ref", "an axis or a part"> {
  let description = [{
    `"x"` is a whole axis. `"x":(2)4` is the factor of 4 of axis `x` to the
    right of a factor of 2.
  }];
  // The size is 0 for a whole axis.
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$preSize,
                        "int64_t":$size);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isWhole() const { return getSize() == 0; }
  }];
}

def Shardy_DimensionShardingAttr
    : Shardy_Attr<"DimensionSharding", "dimension_sharding",
                  "how one axis of a tensor is sharded"> {
  let description = [{
    `{"x", "y"}` is sharded by these axes, major first. `{"x", ?}` may be
    sharded further. `{"x"}p1` has a priority: the lowest number goes first.
  }];
  let parameters = (ins ArrayRefParameter<"::dtensor::sdy::AxisRefAttr">:$axes,
                        "bool":$closed,
                        "int64_t":$priority);
}

def Shardy_TensorShardingAttr
    : Shardy_Attr<"TensorSharding", "sharding", "how a tensor is sharded"> {
  let description = [{
    The attribute has the mesh, a symbol or `mesh<...>` itself, and for each
    axis of the tensor its sharding. `replicated={"y"}` lists axes along which
    the tensor has to stay replicated. `unreduced={"z"}` or `unreduced=max{"z"}`
    lists axes along which it still has to be combined.
  }];
  let parameters = (ins
    "::mlir::Attribute":$mesh,
    ArrayRefParameter<"::dtensor::sdy::DimensionShardingAttr">:$dimensions,
    ArrayRefParameter<"::dtensor::sdy::AxisRefAttr">:$replicated,
    ArrayRefParameter<"::dtensor::sdy::AxisRefAttr">:$unreduced,
    EnumParameter<Shardy_ReductionOp>:$reductionOp
  );
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDimensions().size(); }
  }];
}

def Shardy_TensorShardingPerValueAttr
    : Shardy_Attr<"TensorShardingPerValue", "sharding_per_value",
                  "shardings of several values"> {
  let parameters = (ins
    ArrayRefParameter<"::dtensor::sdy::TensorShardingAttr">:$shardings
  );
}

def Shardy_AxisRefListAttr
    : Shardy_Attr<"AxisRefList", "axis_ref_list", "axes or parts of axes"> {
  let description = [{ `{"x", "y":(2)4}` }];
  let parameters = (ins
    ArrayRefParameter<"::dtensor::sdy::AxisRefAttr">:$axes
  );
}

def Shardy_ListOfAxisRefListsAttr
    : Shardy_Attr<"ListOfAxisRefLists", "list_of_axis_ref_lists",
                  "axes or parts of axes for each axis of a tensor"> {
  let description = [{ `[{"x"}, {} ]` }];
  let parameters = (ins
    ArrayRefParameter<"::dtensor::sdy::AxisRefListAttr">:$lists
  );
}

def Shardy_ManualAxesAttr
    : Shardy_Attr<"ManualAxes", "manual_axes", "axes of a local view"> {
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$axes);
}

def Shardy_OpShardingRuleAttr
    : Shardy_Attr<"OpShardingRule", "op_sharding_rule",
                  "which axes of an op's operands and results go together"> {
  let description = [{
    Axes of one factor are sharded alike. Factors are named `i` to `z`, then
    `z_1` and so on. An axis can have several factors, major first. The sizes of
    the factors follow, and then the special factors. `custom` rules are rules
    that users wrote.

    ```mlir
    #sdy.op_sharding_rule<([i, j], [j, k])->([i, k]) {i=8, j=4, k=8} reduction={j}>
    #sdy.op_sharding_rule<([ij])->([i, j]) {i=2, j=4}, custom>
    ```
  }];
  // Per tensor an array of the factors of each axis.
  let parameters = (ins "::mlir::ArrayAttr":$operands,
                        "::mlir::ArrayAttr":$results,
                        ArrayRefParameter<"int64_t">:$factorSizes,
                        ArrayRefParameter<"int64_t">:$reduction,
                        ArrayRefParameter<"int64_t">:$needReplication,
                        ArrayRefParameter<"int64_t">:$permutation,
                        ArrayRefParameter<"int64_t">:$blockedPropagation,
                        "bool":$custom);
  let genVerifyDecl = 1;
}

#endif // DTENSOR_FRONTEND_SHARDY_IR_SHARDYATTRS_TD
