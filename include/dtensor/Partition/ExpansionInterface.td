//===- ExpansionInterface.td - An op on components ---------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PARTITION_EXPANSIONINTERFACE_TD
#define DTENSOR_PARTITION_EXPANSIONINTERFACE_TD

include "mlir/IR/OpBase.td"

def ExpansionInterface : OpInterface<"ExpansionInterface"> {
  let description = [{
    Makes the ops that one device runs in place of the op. An op without this
    interface runs unchanged on components. So the interface is needed only by
    ops that depend on positions or extents of the whole tensor, or on elements
    that other devices have.
  }];
  let cppNamespace = "::dtensor";
  let methods = [InterfaceMethod<[{
      Makes the local ops where `expander.getBuilder()` stands, and says with
      `expander.setLocal` what became of every result. Layouts of operands and
      results are what `site` says. Fails after an error at the op.
    }], "::llvm::LogicalResult", "expand",
    (ins "::dtensor::Expander &":$expander,
         "const ::dtensor::ExpansionSite &":$site)>];
}

#endif // DTENSOR_PARTITION_EXPANSIONINTERFACE_TD
