//===- DTensorOps.td - Operations of the global view ------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_DTENSOROPS_TD
#define DTENSOR_DIALECT_DTENSOR_IR_DTENSOROPS_TD

include "dtensor/Dialect/DTensor/IR/DTensorAttrs.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def DTensor_SpreadForward : I32BitEnumCaseBit<"Forward", 0, "forward">;
def DTensor_SpreadBackward : I32BitEnumCaseBit<"Backward", 1, "backward">;
def DTensor_SpreadAttr : I32BitEnumAttr<"Spread",
    "where layouts may go from an op",
    [I32BitEnumCaseNone<"None", "none">, DTensor_SpreadForward,
     DTensor_SpreadBackward,
     BitEnumCaseGroup<"Both",
                         [DTensor_SpreadForward, DTensor_SpreadBackward],
                         "both">]> {
  let cppNamespace = "::dtensor";
}

class DTensor_Op<string mnemonic, list<Trait> traits = []>
    : Op<DTensor_Dialect, mnemonic, traits>;

def DTensor_MeshOp : DTensor_Op<"mesh", [Symbol]> {
  let summary = "a mesh of devices";
  let description = [{
    Names the dimensions of a grid of devices, and gives their sizes. The
    devices are numbered in row-major order. All meshes of a module have the
    same number of devices.

    ```mlir
    dtensor.mesh @mesh <x=2, y=4>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$names,
                       DenseI64ArrayAttr:$sizes);
  let assemblyFormat = "$sym_name custom<MeshDimensions>($names, $sizes) attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The mesh of a verified op.
    Mesh getMesh();
    /// The mesh of any op. Errors: what makes it no mesh.
    ::llvm::Expected<Mesh> createMesh();
  }];
}

def DTensor_RelayoutOp : DTensor_Op<"relayout",
    [Pure, SameOperandsAndResultType,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the same value in another layout";
  let description = [{
    The result has the layout `layout`. The operand has the layout of its
    definition. `reason` says, in the user's terms, which op asked for the
    change.

    ```mlir
    %1 = dtensor.relayout %0 : tensor<4x8xf32> to <@mesh, [x, unsharded]>
        because "operand 1 of linalg.matmul"
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source, DTensor_LayoutAttr:$layout,
                       OptionalAttr<StrAttr>:$reason);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source `:` type($result) `to` $layout (`because` $reason^)? attr-dict
  }];
  let hasFolder = 1;
}

def DTensor_ConstrainOp : DTensor_Op<"constrain",
    [Pure, SameOperandsAndResultType,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a user's annotation of a value";
  let description = [{
    The result is the operand, in a layout that satisfies `constraint`. The
    constraint is a `#dtensor.layout`, which determines every axis, or a
    `#dtensor.constraint`, which may leave axes open.

    ```mlir
    %1 = dtensor.constrain %0 : tensor<4x8xf32>
        to #dtensor.layout<@mesh, [x, unsharded]>
    ```

    Values of one `group` get the same layout, and all their axes are open.
    `spread` says how propagation goes through the op: `both` ways, `forward`
    (from the operand to the result), `backward`, or not at all (`none`).

    ```mlir
    %2 = dtensor.constrain %0 : tensor<4x8xf32>
        to #dtensor.constraint<@mesh, [any, any]> group 3
    %3 = dtensor.constrain %0 : tensor<4x8xf32>
        to #dtensor.constraint<@mesh, [any, any]> spread forward
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source, AnyAttr:$constraint,
                       OptionalAttr<I64Attr>:$group,
                       DefaultValuedAttr<DTensor_SpreadAttr,
                                         "Spread::Both">:$spread);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source `:` type($result) `to` $constraint (`group` $group^)?
    (`spread` custom<Spread>($spread)^)? attr-dict
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$source,
                                 "::mlir::Attribute":$constraint), [{
    build($_builder, $_state, source.getType(), source, constraint,
          /*group=*/::mlir::IntegerAttr(), Spread::Both);
  }]>];
  let hasVerifier = 1;
}

def DTensor_LocalMapOp : DTensor_Op<"local_map",
    [IsolatedFromAbove, RecursiveMemoryEffects,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     SingleBlockImplicitTerminator<"LocalYieldOp">]> {
  let summary = "a region written for components";
  let description = [{
    Every device runs the region on components. `in_layouts` are the layouts of
    the operands, and `out_layouts` those of the yielded values. An operand in
    another layout is brought into the declared one first. The types inside are
    those of components.

    ```mlir
    %r = dtensor.local_map (%arg0 : tensor<8x4xf32>)
        in [#dtensor.layout<@mesh, [x, unsharded]>]
        out [#dtensor.layout<@mesh, [x, unsharded]>] {
    ^bb0(%c: tensor<4x4xf32>):
      dtensor.local_yield %c : tensor<4x4xf32>
    } -> tensor<8x4xf32>
    ```

    With `manual`, the region is written for components along those dimensions
    of the mesh only, and along the manual dimensions of maps around it. The
    declared layouts name no other dimensions. Along the others, values in the
    region are whole, and are laid out as the values of a function are. Each
    group of devices with the same coordinates along manual dimensions has such
    values of its own.

    ```mlir
    %r = dtensor.local_map (%arg0 : tensor<8x4xf32>)
        in [#dtensor.layout<@mesh, [x, unsharded]>]
        out [#dtensor.layout<@mesh, [x, unsharded]>] manual ["x"] {
    ^bb0(%c: tensor<4x4xf32>):
      %d = dtensor.constrain %c : tensor<4x4xf32>
          to #dtensor.layout<@mesh, [unsharded, y]>
      dtensor.local_yield %d : tensor<4x4xf32>
    } -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, ArrayAttr:$inLayouts,
                       ArrayAttr:$outLayouts, OptionalAttr<StrArrayAttr>:$manual);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` ($inputs^ `:` type($inputs))? `)` `in` $inLayouts `out` $outLayouts
    (`manual` $manual^)? attr-dict-with-keyword $body (`->` type($outputs)^)?
  }];
  let extraClassDeclaration = [{
    /// The dimensions of `mesh` along which the region's values are components,
    /// sorted: its own, and those of the maps around it.
    ::dtensor::DimList getManualDims(const ::dtensor::Mesh &mesh);
    /// The other dimensions of `mesh` that have several devices, sorted: those
    /// that are left to the compiler.
    ::dtensor::DimList getFreeDims(const ::dtensor::Mesh &mesh);
  }];
}

def DTensor_LocalYieldOp : DTensor_Op<"local_yield",
    [Pure, Terminator, ReturnLike, HasParent<"LocalMapOp">]> {
  let summary = "the components that a local_map yields";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ /* Yields nothing. */ }]>];
}

#endif // DTENSOR_DIALECT_DTENSOR_IR_DTENSOROPS_TD
