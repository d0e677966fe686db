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

def PlanLayouts : Pass<"dtensor-plan-layouts", "::mlir::ModuleOp"> {
  let summary = "look for layouts that move less than those that propagate";
  let description = [{
    Propagation makes the cheapest choice at each op. All of these together may
    still move much. So this pass tries *proposals* on copies of the program,
    propagates the layouts there, and predicts the seconds of a run. A plan that
    users do not expect pays a penalty. A change is kept if the sum is less.

    The first proposals rewrite the program:

    - `merged-axes`: axes that a reshape merges, kept apart in computations
      before it;
    - `block-axes`: an axis of which equal slices are taken (gates, heads), as
      two axes of blocks and positions;
    - `updates-where-read`: rows that are gathered from a table, changed, and
      scattered to the same rows of a table: all on the devices that have the
      rows;
    - `stages`: the iterations of a counted loop that reads a sharded stack
      position by position: the devices that have a position do its iteration,
      and hand on the values that the loop carries.

    The others change layouts, in turn until none of them helps:

    - `carried-sums`: sums that loops carry, combined after the loop;
    - `annotated-values`: arguments, results and annotated values in another
      layout, brought there once;
    - `carried-values`: values that loops carry, left whole;
    - `disputed-ops`: other choices at ops where layouts dispute;
    - `shared-gathers`: one gather of a value from which several gathered values
      are computed;
    - `earlier-gathers`: the same for values that ops want whole;
    - `needless-shardings`: values computed from a value that every device has,
      left whole;
    - `contracted-operands`: other layouts of operands that products contract in
      parts.

    With `gather` the pass also tries to gather some values that nobody asks to
    have whole: operands that products contract in parts, and values whose
    sharding divides little of the work.

    A large program with equal layers is searched in a short form, which has
    three of them. All other layers get the plan of the one that stands for
    them.

    The result is in the program. Most changes are a `dtensor.constrain`. An op
    with another choice has the attribute `dtensor.forced_layouts`. A loop over
    a sharded stack becomes a `dtensor.local_map`, and its attribute
    `dtensor.stages` explains it. A remark of the category `dtensor-layouts`
    names each change that was kept. Others say how many changes each proposal
    has tried, and what its limits left out. docs/Layouts.md has the prices and
    penalties.
  }];
  let options = [
    Option<"replicateUnknown", "replicate-unknown", "bool", "false",
           "Run ops without a rule on gathered operands">,
    Option<"gather", "gather", "bool", "false",
           "Also try plans that gather whole values though nobody asks for it">,
    ListOption<"proposals", "proposals", "std::string",
               "Try these proposals only, or all but those with a - before "
               "the name (default: all)">,
    Option<"machineFile", "machine", "std::string", "",
           "A file that describes the machine on which plans are priced "
           "(default: an abstract machine on which bytes decide)">
  ];
  let dependentDialects = ["::dtensor::DTensorDialect",
                           "::dtensor::comm::CommDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // DTENSOR_PLANNING_PASSES_TD
