//===- Ring.td - A dialect of another project --------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Ring_Dialect : Dialect {
  let name = "ring";
  let cppNamespace = "::ring";
  let summary = "values at the positions of a ring";
}

class Ring_Op<string mnemonic, list<Trait> traits = []>
    : Op<Ring_Dialect, mnemonic, !listconcat(traits, [Pure])>;

def Ring_RampOp : Ring_Op<"ramp", [AttrSizedOperandSegments]> {
  let summary = "the number of each position";
  let description = [{
    Positions are counted from `first`, which is 0 if it is not given. A dynamic
    extent is given by `extent`.

    ```mlir
    %0 = ring.ramp : tensor<18xf32>
    %1 = ring.ramp from %first of %extent : tensor<?xf32>
    ```
  }];
  let arguments = (ins Optional<Index>:$first, Optional<Index>:$extent);
  let results = (outs 1DTensorOf<[F32]>:$result);
  let assemblyFormat = [{
    (`from` $first^)? (`of` $extent^)? attr-dict `:` type($result)
  }];
}

def Ring_RotateOp : Ring_Op<"rotate", [SameOperandsAndResultType]> {
  let summary = "each position gets the value `by` positions further on";
  let description = [{
    The first position follows the last one.

    ```mlir
    %1 = ring.rotate %0 by 5 : tensor<18xf32>
    ```
  }];
  let arguments = (ins 1DTensorOf<[F32]>:$source,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$by);
  let results = (outs 1DTensorOf<[F32]>:$result);
  let assemblyFormat = "$source `by` $by attr-dict `:` type($result)";
}
