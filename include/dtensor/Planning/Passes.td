//===- Passes.td - Which layouts values have ---------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PLANNING_PASSES_TD
#define DTENSOR_PLANNING_PASSES_TD

include "mlir/Pass/PassBase.td"

def PropagateLayouts : Pass<"dtensor-propagate-layouts", "::mlir::ModuleOp"> {
  let summary = "give every tensor value a layout";
  let description = [{
    Carries the layouts that are annotated (on arguments and results of
    functions and by `dtensor.constrain`) forward and backward through the
    program, by the sharding rules of the ops, to a fixpoint. First goes what is
    undisputed; where a mesh dimension is wanted in two places of one op, the
    cheaper one wins, by the bytes that would have to move. Annotations are
    never overruled. A partial value (a contraction over a sharded axis) stays
    partial as long as all its users can work with it.

    Factories (`tensor.empty`, fills, constants) are copied for each user, so
    that they never hold anybody to a layout.

    What is cheapest at each op may move much in all. So where something moves,
    others are tried (`search`): arguments, results and annotated values in
    another layout, brought there once; with `gather` what products contract in
    parts, and what divides little of the work, gathered before, though nobody
    asked for it whole; what every device has, left whole; what is computed from
    rows of a table for the same rows of another, where they are; other choices
    at ops where layouts dispute; one gather of what several gathered values are computed from;
    values whole that loops carry; other layouts of what products contract in
    parts; an axis that is cut into equal slices (gates, heads) as blocks and
    positions, and axes that a reshape merges computed on before it; the turns of
    a counted loop that reads a sharded stack position by position, each done by
    the devices that have its position, which hand on what the loop carries. What
    moves clearly less in all is taken, mostly as a `dtensor.constrain` of the
    value, such a loop as a `dtensor.local_map` that `dtensor.stages` explains.
    docs/Layouts.md says how much less that is for each.

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
           "source) came about">,
    Option<"search", "search", "bool", "false",
           "Try other layouts where a plan moves much">,
    Option<"gather", "gather", "bool", "false",
           "Among them such that have whole on every device what nobody asked "
           "to be">
  ];
  let dependentDialects = ["::dtensor::DTensorDialect",
                           "::dtensor::comm::CommDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // DTENSOR_PLANNING_PASSES_TD
