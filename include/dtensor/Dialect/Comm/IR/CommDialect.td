//===- CommDialect.td - The program of one device ----------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_COMM_IR_COMMDIALECT_TD
#define DTENSOR_DIALECT_COMM_IR_COMMDIALECT_TD

include "dtensor/Dialect/DTensor/IR/DTensorAttrs.td"
include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ValueBoundsOpInterface.td"

def Comm_Dialect : Dialect {
  let name = "comm";
  let cppNamespace = "::dtensor::comm";
  let summary = "the program of one device of a mesh, and its communication "
                "with peers";
  let description = [{
    In the local view every device runs the same program on its components. All
    devices of a group meet the same collectives in the same order.

    An axis that does not divide evenly has a dynamic local extent, which
    `comm.shard_extent` computes. Value-bounds analysis knows its bounds.
  }];
  let dependentDialects = ["::dtensor::DTensorDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let hasConstantMaterializer = 1;
}

class Comm_Op<string mnemonic, list<Trait> traits = []>
    : Op<Comm_Dialect, mnemonic, traits>;

#endif // DTENSOR_DIALECT_COMM_IR_COMMDIALECT_TD
