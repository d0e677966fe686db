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
  let summary = "a callee for each call";
  let description = [{
    A function that is called with values of several layouts is as many programs.
    Each call gets a copy, so that propagation finds the layouts of each; what
    turns out equal is shared again by `dtensor-merge-functions`.

    ```mlir
    // Before
    %0 = call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = call @f(%b) : (tensor<4xf32>) -> tensor<4xf32>
    // After
    %0 = call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = call @f_0(%b) : (tensor<4xf32>) -> tensor<4xf32>
    ```

    Functions that call themselves, and calls beyond sixteen times the module's
    size, share one callee, which then has one layout for each argument.
  }];
}

def MergeFunctions : Pass<"dtensor-merge-functions", "::mlir::ModuleOp"> {
  let summary = "one private function for equal ones";
  let description = [{
    Functions are equal if they differ by name and locations only. Layouts count:
    what `dtensor-specialize-calls` has copied stays apart where layouts differ.
  }];
}

def MarkWritten : Pass<"dtensor-mark-written", "::mlir::ModuleOp"> {
  let summary = "keep apart what the program says of layouts";
  let description = [{
    Propagation completes annotations; afterwards nothing says which of them
    the program has. This pass runs before, and leaves what stands on arguments,
    results and `dtensor.constrain` as `dtensor.written` as well.

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
