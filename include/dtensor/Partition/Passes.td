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
    rule, and each `dtensor.relayout` says who needed it. Equal relayouts of a
    value are one; a relayout stands right after the value's definition, so
    outside of loops that do not change the value.

    ```mlir
    // Before: %b is sharded, the product needs it whole
    %1 = linalg.matmul ins(%a, %b : ...)
    // After
    %0 = dtensor.relayout %b : tensor<8x4xf32> to <@mesh, [unsharded, unsharded]>
        because "linalg.matmul needs operand 1 (%b) replicated"
    %1 = linalg.matmul ins(%a, %0 : ...)
    ```

    With `strict` nothing moves that nobody wrote: a relayout that the program
    does not ask for is an error, which has both layouts and the line to add.
    The program asks by `dtensor.relayout`, and by what `dtensor-mark-written`
    has marked before propagation. What devices have is sliced, and what an op
    contracts in parts is reduced, without an error.

    Rejects values without a layout: run `dtensor-propagate-layouts` first.
  }];
  let options = [
    Option<"replicateUnknown", "replicate-unknown", "bool", "false",
           "As for dtensor-propagate-layouts">,
    Option<"strict", "strict", "bool", "false",
           "An error at each relayout that moves what nobody wrote">
  ];
  let dependentDialects = ["::dtensor::DTensorDialect"];
}

def ExpandSpmd : Pass<"dtensor-expand-spmd", "::mlir::ModuleOp"> {
  let summary = "from the program of all devices to the program of one";
  let description = [{
    Types become those of components, relayouts become slices and collectives,
    and what depends on where a device is (indices, initial values of
    reductions, shards of constants) is computed from its coordinates. An axis
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
  let summary = "let one relayout of a value start from another";
  let description = [{
    Where a value is needed in several layouts, each is reached from whichever of
    the others moves least. What two users gather along one mesh dimension is
    gathered once; what one user needs scattered and another whole is reduced
    once.

    ```mlir
    // Before, where %0 is partial along x
    %1 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [unsharded]>
    %2 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [x]>
    // After: a reduce_scatter and an all_gather
    %2 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [x]>
    %1 = dtensor.relayout %2 : tensor<8xf32> to <@mesh, [unsharded]>
    ```

    What is computed element by element from one value that is in the wanted
    layout already is computed from that once more, not moved: the mirrored
    kernel of a convolution's gradient from the kernel that was gathered.
  }];
  let dependentDialects = ["::dtensor::DTensorDialect"];
}

#endif // DTENSOR_PARTITION_PASSES_TD
