//===- DTensorAttrs.td - Layouts as attributes ------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_DTENSORATTRS_TD
#define DTENSOR_DIALECT_DTENSOR_IR_DTENSORATTRS_TD

include "dtensor/Dialect/DTensor/IR/DTensorDialect.td"
include "mlir/IR/AttrTypeBase.td"

class DTensor_Attr<string name, string attrMnemonic>
    : AttrDef<DTensor_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def DTensor_LayoutAttr : DTensor_Attr<"Layout", "layout"> {
  let summary = "a complete layout: how a tensor lies on a mesh";
  let description = [{
    For each axis, the attribute lists the mesh dimensions that shard it, major
    first. It also lists the mesh dimensions along which the value is partial,
    that is, along which the devices still have to combine it:

    ```mlir
    #dtensor.layout<@mesh, [x, unsharded, y + z]>
    #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>
    #dtensor.layout<@mesh, []>
    ```

    A value may be partial in more than one way:
    `partial<sum, [x]>, partial<avg, [y]>`. Equal layouts are equal attributes.
  }];
  let parameters = (ins
    "::mlir::FlatSymbolRefAttr":$mesh,
    // Per axis an array of the names of mesh dimensions.
    ArrayRefParameter<"::mlir::ArrayAttr">:$axes,
    // Names of mesh dimensions, and for each its combiner's number.
    ArrayRefParameter<"::mlir::StringAttr">:$partialDims,
    ArrayRefParameter<"int32_t">:$partialCombiners
  );
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The attribute for `layout` on the mesh named `meshName`.
    static LayoutAttr get(::mlir::FlatSymbolRefAttr meshName, const Mesh &mesh,
                          const Layout &layout);
    int64_t getRank() const { return getAxes().size(); }
    /// Errors: a dimension that `mesh` does not have.
    ::llvm::Expected<Layout> resolve(const Mesh &mesh) const;
  }];
}

def DTensor_ConstraintAttr : DTensor_Attr<"Constraint", "constraint"> {
  let summary = "a user's statement about a layout, which may leave axes open";
  let description = [{
    For each axis, the attribute has a list of mesh dimensions. The end of the
    list is closed, or open (`any`). Propagation may shard an open axis further.
    `replicated` lists dimensions along which the value must stay replicated.
    `priority` has a number for each axis, or one number for all axes.
    Statements with lower numbers are propagated first.

    ```mlir
    #dtensor.constraint<@mesh, [x, any, y + any, unsharded], replicated = [z], priority = 1>
    #dtensor.constraint<@mesh, [x, y], priority = [0, 1]>
    ```
  }];
  let parameters = (ins
    "::mlir::FlatSymbolRefAttr":$mesh,
    ArrayRefParameter<"::mlir::ArrayAttr">:$axes,
    // Per axis: whether the list is open.
    ArrayRefParameter<"bool">:$open,
    ArrayRefParameter<"::mlir::StringAttr">:$replicated,
    // Per axis.
    ArrayRefParameter<"int64_t">:$priorities
  );
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getAxes().size(); }
    /// Errors: a dimension that `mesh` does not have.
    ::llvm::Error verifyOn(const Mesh &mesh) const;
  }];
}

#endif // DTENSOR_DIALECT_DTENSOR_IR_DTENSORATTRS_TD
