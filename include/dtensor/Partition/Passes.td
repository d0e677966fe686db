//===- Passes.td - From the global view to the local one ---*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PARTITION_PASSES_TD
#define DTENSOR_PARTITION_PASSES_TD

include "mlir/Pass/PassBase.td"

def InsertRelayouts : Pass<"dtensor-insert-relayouts", "::mlir::ModuleOp"> {
  let summary = "make every change of layout explicit";
  let description = [{
    Afterwards the operands and results of every op agree with its sharding
    rule. Each `dtensor.relayout` has the reason for it. Equal relayouts of a
    value become one. A relayout stands right after the definition of the value,
    and so outside of loops that do not change the value.

    ```mlir
    // Before: %b is sharded, the product needs it whole
    %1 = linalg.matmul ins(%a, %b : ...)
    // After
    %0 = dtensor.relayout %b : tensor<8x4xf32> to <@mesh, [unsharded, unsharded]>
        because "linalg.matmul needs operand 1 (%b) replicated"
    %1 = linalg.matmul ins(%a, %0 : ...)
    ```

    With `strict`, a relayout that the program does not ask for is an error. The
    message has both layouts and the line to add. The program asks with
    `dtensor.relayout`, and with annotations that `dtensor-mark-written` marked
    before propagation. Two kinds of relayout are no error: a slice of a value
    that the device has, and the reduction of a value that an op contracts in
    parts.

    Rejects values without a layout: run `dtensor-propagate-layouts` first.
  }];
  let options = [
    Option<"replicateUnknown", "replicate-unknown", "bool", "false",
           "As for dtensor-propagate-layouts">,
    Option<"strict", "strict", "bool", "false",
           "Reject each relayout that moves something and that the program "
           "does not state">
  ];
  let dependentDialects = ["::dtensor::DTensorDialect"];
}

def ExpandSpmd : Pass<"dtensor-expand-spmd", "::mlir::ModuleOp"> {
  let summary = "turn the program of all devices into the program of one";
  let description = [{
    Types become those of components. Relayouts become slices and collectives.
    Values that depend on the place of a device (indices, initial values of
    reductions, shards of constants) are computed from its coordinates. An axis
    that does not divide evenly has a dynamic local extent. Arguments and
    results keep their layout and their type in the global view as attributes.

    ```mlir
    // Before, on a mesh x=2
    %1 = dtensor.relayout %0 to #dtensor.layout<@mesh, [unsharded]> : tensor<8xf32>
    // After, where %0 was sharded on x
    %e = tensor.empty() : tensor<8xf32>
    %1 = comm.all_gather ins(%0 : tensor<4xf32>) outs(%e : tensor<8xf32>)
        #dtensor.layout<@mesh, [x]> to #dtensor.layout<@mesh, [unsharded]> of [8] -> tensor<8xf32>
    ```

    Rejects operands whose layout does not agree with the op's rule: run
    `dtensor-insert-relayouts` first.
  }];
  let options = [
    Option<"replicateUnknown", "replicate-unknown", "bool", "false",
           "As for dtensor-propagate-layouts">
  ];
  let dependentDialects = [
    "::dtensor::comm::CommDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ShareRelayouts : Pass<"dtensor-share-relayouts", "::mlir::ModuleOp"> {
  let summary = "derive one relayout of a value from another";
  let description = [{
    If a value is needed in several layouts, each of them is derived from the
    one that moves least. If two users gather along one mesh dimension, the
    value is gathered once. If one user needs it scattered and another needs it
    whole, it is reduced once.

    ```mlir
    // Before, where %0 is partial along x
    %1 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [unsharded]>
    %2 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [x]>
    // After: a reduce_scatter and an all_gather
    %2 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [x]>
    %1 = dtensor.relayout %2 : tensor<8xf32> to <@mesh, [unsharded]>
    ```

    A value may be computed element by element from another value that already
    has the wanted layout. Then it is computed once more from that value, and
    not moved. An example is the mirrored kernel in the gradient of a
    convolution, which is computed from the gathered kernel.
  }];
  let dependentDialects = ["::dtensor::DTensorDialect"];
}

#endif // DTENSOR_PARTITION_PASSES_TD
