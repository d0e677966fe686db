//===- Passes.td - What a local view costs ----------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_ANALYSIS_PASSES_TD
#define DTENSOR_ANALYSIS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrintCommunication
    : Pass<"dtensor-print-communication", "::mlir::ModuleOp"> {
  let summary = "print what each public function communicates";
  let description = [{
    Prints to stderr, for each public function of the local view: one line per
    collective in program order, the sums for each kind, and the peak of memory.
    The bytes are those that the most loaded device receives in one run.
    `in a loop` marks a collective that is counted for one iteration of a loop,
    because the number of iterations is not constant. Nothing is changed.

    ```
    @main: all_reduce over x, 1 time, 768 bytes: linalg.matmul contracts axis 1 of %g, sharded on x; its result must be replicated
    @main: 1 all_reduce, 768 bytes
    @main: 768 bytes in all, 2560 bytes at the peak
    ```
  }];
}

#endif // DTENSOR_ANALYSIS_PASSES_TD
