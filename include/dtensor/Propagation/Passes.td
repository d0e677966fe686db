//===- Passes.td - How layouts spread ----------------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PROPAGATION_PASSES_TD
#define DTENSOR_PROPAGATION_PASSES_TD

include "mlir/Pass/PassBase.td"

def SpecializeCalls : Pass<"dtensor-specialize-calls", "::mlir::ModuleOp"> {
  let summary = "give each call a callee of its own";
  let description = [{
    A function may be called with values of several layouts. Then it stands for
    several programs. Each call gets a copy of its callee, so that propagation
    finds the layouts of each. Afterwards `dtensor-merge-functions` joins copies
    that turned out equal.

    ```mlir
    // Before
    %0 = call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = call @f(%b) : (tensor<4xf32>) -> tensor<4xf32>
    // After
    %0 = call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = call @f_0(%b) : (tensor<4xf32>) -> tensor<4xf32>
    ```

    Functions that call themselves share one callee. So do further calls once
    the module has grown to sixteen times its size. A shared callee has one
    layout for each argument.
  }];
}

def MergeFunctions : Pass<"dtensor-merge-functions", "::mlir::ModuleOp"> {
  let summary = "replace equal private functions by one";
  let description = [{
    Functions are equal if they differ in their names and locations only.
    Layouts count: copies that `dtensor-specialize-calls` has made stay apart if
    their layouts differ.
  }];
}

def MarkWritten : Pass<"dtensor-mark-written", "::mlir::ModuleOp"> {
  let summary = "remember which layouts the program itself states";
  let description = [{
    Propagation completes annotations. After it, nothing tells which layouts the
    program itself had. This pass runs before propagation. It copies the
    annotations of arguments, results and `dtensor.constrain` to the attribute
    `dtensor.written`.

    ```mlir
    // Before
    %1 = dtensor.constrain %0 : tensor<8xf32> to #dtensor.constraint<@mesh, [any]>
    // After
    %1 = dtensor.constrain %0 : tensor<8xf32> to #dtensor.constraint<@mesh, [any]> {dtensor.written = #dtensor.constraint<@mesh, [any]>}
    ```

    `dtensor-insert-relayouts` removes the marks.
  }];
  let dependentDialects = ["::dtensor::DTensorDialect"];
}

#endif // DTENSOR_PROPAGATION_PASSES_TD
