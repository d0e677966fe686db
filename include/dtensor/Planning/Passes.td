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
    Carries annotated layouts forward and backward through the program, to a
    fixpoint. Annotations are on arguments and results of functions, and on
    `dtensor.constrain`. The sharding rules of the ops say which layouts go
    together. Undisputed layouts spread first. If one op wants a mesh dimension
    in two places, the place wins for which fewer bytes have to move.
    Annotations are never overruled. A partial value, for example a contraction
    over a sharded axis, stays partial as long as all its users can work with
    it.

    Factories (`tensor.empty`, fills, constants) are copied for each user. So
    they never tie their users to a common layout.

    The cheapest choice at each op may still move much in all. So with `search`
    the pass tries other layouts for values around which something moves:

    - arguments, results and annotated values in another layout, brought there
      once;
    - values computed from a value that every device has, left whole;
    - rows that are gathered from a table, changed, and scattered to the same
      rows of a table: all on the devices that have the rows;
    - other choices at ops where layouts dispute;
    - one gather of a value from which several gathered values are computed;
    - values that loops carry, left whole;
    - other layouts of operands that products contract in parts;
    - an axis of which equal slices are taken (gates, heads), as two axes of
      blocks and positions;
    - axes that a reshape merges, kept apart in computations before it;
    - the iterations of a counted loop that reads a sharded stack position by
      position: the devices that have a position do its iteration, and hand on
      the values that the loop carries.

    With `gather` the pass also tries to gather some values that nobody asks to
    have whole: operands that products contract in parts, and values whose
    sharding divides little of the work.

    A trial that moves clearly less in all is taken. Mostly it becomes a
    `dtensor.constrain` of the value. A loop over a sharded stack becomes a
    `dtensor.local_map`, and its attribute `dtensor.stages` explains it.
    docs/Layouts.md says how much less each trial must move.

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
           "Try other layouts if a plan moves much">,
    Option<"gather", "gather", "bool", "false",
           "Also try plans that gather whole values though nobody asks for it">
  ];
  let dependentDialects = ["::dtensor::DTensorDialect",
                           "::dtensor::comm::CommDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // DTENSOR_PLANNING_PASSES_TD
