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
  let summary = "tensors on meshes of devices, seen whole";
  let description = [{
    The global view: a program for one device, with meshes and layouts beside
    it. Layouts stand as attributes:

    - `dtensor.layout` on arguments and results of functions: a
      `#dtensor.layout`, or a `#dtensor.constraint` for less than that;
    - `dtensor.layouts` on operations, one layout per result, and
      `dtensor.block_layouts`, one per argument of the entry blocks of the
      regions, both written by `dtensor-propagate-layouts`;
    - `dtensor.constrain` for any value.

    What is no tensor has a `unit` in such a list.

    In the local view (the `comm` dialect) meshes and `dtensor.layout` stay, and
    `dtensor.global_type` on arguments and results of functions says what type
    the value has in the global view.
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
