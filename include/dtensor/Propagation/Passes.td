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

def CopyFactories : Pass<"dtensor-copy-factories", "::mlir::ModuleOp"> {
  let summary = "give each use of a factory its own copy";
  let description = [{
    A factory is an op that makes a tensor from nothing, such as `tensor.empty`,
    a fill or a constant. A few elementwise ops of `arith` on factories, such as
    a mask that compares positions, are one as well. Each device can make its
    part of it without receiving anything. A factory with several users would tie them to a common layout, so
    each user gets its own.

    ```mlir
    // Before
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    %2 = linalg.log ins(%b : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    // After
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    %2 = tensor.empty() : tensor<4xf32>
    %3 = linalg.log ins(%b : tensor<4xf32>) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

def SplitMesh : Pass<"dtensor-split-mesh", "::mlir::ModuleOp"> {
  let summary = "split mesh dimensions that reshapes take apart";
  let description = [{
    A reshape may split an axis into factors that are smaller than the mesh
    dimension which shards the axis. Then no layout of the result says which
    device has which part, and elements would move. With the dimension split in
    two, there is one.

    ```mlir
    // Before: 8 is sharded along x, and the reshape makes 2x4 of it.
    dtensor.mesh @mesh <x=4>
    // After
    dtensor.mesh @mesh <x.0=2, x.1=2>
    ```

    All annotations name the parts afterwards. A dimension stays whole if an
    annotation shards an axis unevenly along it, or if a `dtensor.local_map` may
    name it.
  }];
  let options = [
    Option<"replicateUnknown", "replicate-unknown", "bool", "false",
           "Run ops without a rule on gathered operands">
  ];
  let dependentDialects = ["::dtensor::DTensorDialect"];
}

def PropagateLayouts : Pass<"dtensor-propagate-layouts", "::mlir::ModuleOp"> {
  let summary = "give every tensor value a layout";
  let description = [{
    Carries annotated layouts forward and backward through the program, to a
    fixpoint. Annotations are on arguments and results of functions, and on
    `dtensor.constrain`. The sharding rules of the ops say which layouts go
    together. Undisputed layouts spread first. If one op wants a mesh dimension
    in two places, the place wins for which fewer bytes have to move.
    Annotations are never overruled. A partial value, for example a contraction
    over a sharded axis, stays partial as long as all its users can work with
    it. The attribute `dtensor.forced_layouts` of `dtensor-plan-layouts` says
    what an op wants instead.

    ```mlir
    // Before
    func.func @f(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
        -> tensor<4x8xf32> {
      %0 = math.exp %a : tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    // After
    func.func @f(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
        -> (tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
      %0 = math.exp %a {dtensor.layouts = [#dtensor.layout<@mesh, [x, unsharded]>]} : tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    ```

    Rejects ops without a sharding rule and functions with unstructured control
    flow.
  }];
  let options = [
    Option<"replicateUnknown", "replicate-unknown", "bool", "false",
           "Run ops without a rule on gathered operands, with a warning">,
    Option<"explain", "explain", "std::string", "",
           "Print to stderr how the layout of this value (a name of the "
           "source) came about">
  ];
  let dependentDialects = ["::dtensor::DTensorDialect"];
}

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
