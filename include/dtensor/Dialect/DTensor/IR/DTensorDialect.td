//===- DTensorDialect.td - The global view ----------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_DTENSORDIALECT_TD
#define DTENSOR_DIALECT_DTENSOR_IR_DTENSORDIALECT_TD

include "mlir/IR/OpBase.td"

def DTensor_Dialect : Dialect {
  let name = "dtensor";
  let cppNamespace = "::dtensor";
  let summary = "tensors on meshes of devices, in the global view";
  let description = [{
    The global view is a program for one device, together with meshes and
    layouts. Layouts are stated by:

    - `dtensor.layout` on arguments and results of functions: a
      `#dtensor.layout`, or a `#dtensor.constraint`, which may leave axes open;
    - `dtensor.layouts` on operations, with one layout per result, and
      `dtensor.block_layouts`, with one layout per argument of the entry blocks
      of the regions. `dtensor-propagate-layouts` writes both;
    - `dtensor.constrain` for any value.

    A value that is no tensor has a `unit` in such a list.

    `dtensor.sharding_rule` on a `stablehlo.custom_call` is the sharding rule of
    a function that the user has defined, which `linalg_ext.custom_call` calls.

    In the local view (the `comm` dialect) meshes and `dtensor.layout` stay.
    `dtensor.global_type` on arguments and results of functions is the type of
    the value in the global view.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

#endif // DTENSOR_DIALECT_DTENSOR_IR_DTENSORDIALECT_TD
