//===- Passes.td - Shardings of JAX as layouts ------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_SHARDY_IMPORT_PASSES_TD
#define DTENSOR_FRONTEND_SHARDY_IMPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ImportProcesses : Pass<"dtensor-import-processes", "::mlir::ModuleOp"> {
  let summary = "turn a grid of processes into a manual computation";
  let description = [{
    `interpreter.run_parallel` of StableHLO's conformance files becomes an
    `sdy.manual_computation` on a mesh of replicas and partitions. Each device
    is a process, which holds one row of each operand and of each result. Groups
    of processes become groups of devices. Tokens vanish. A function that feeds
    values in is called.

    ```mlir
    // Before
    %1:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@f, @f]]}
        : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    // After
    sdy.mesh @processes = <["replica"=1, "partition"=2]>
    %0 = stablehlo.concatenate ... : tensor<2x4xf32>
    %1 = sdy.manual_computation(%0)
        in_shardings=[<@processes, [{"replica", "partition"}, {} ]>] ...
    ```

    Rejects grids of different functions, `send` and `recv`, and `infeed` of
    more than one process.
  }];
  let dependentDialects = ["::dtensor::sdy::ShardyDialect",
                           "::dtensor::stablehlo::StableHLODialect"];
}

def ImportShardy : Pass<"dtensor-import-shardy", "::mlir::ModuleOp"> {
  let summary = "turn the shardings of a JAX program into layouts";
  let description = [{
    Meshes become one `dtensor.mesh`, whose dimensions can form the axes of all.
    An axis becomes several dimensions `x.0`, `x.1` if parts of it are used, or
    if another mesh takes it apart. Groups of collectives take axes apart too if
    they go along parts.

    Shardings of arguments and results become `dtensor.layout`. Those of other
    values become `dtensor.constrain`, with a `#dtensor.layout` if the sharding
    determines every axis, and with a `#dtensor.constraint` otherwise. XLA's
    older form, `mhlo.sharding = "{devices=[2,1]<=[2]}"` and
    `custom_call @Sharding`, is imported in the same way.

    A manual computation becomes a `dtensor.local_map`, and its collectives
    become those of `comm`. The map names the axes that are manual. The others
    are left to the compiler.

    ```mlir
    // Before
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"} ]>}) -> tensor<8xf32> {
      %0 = sdy.sharding_constraint %a <@mesh, [{?} ]> : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    // After
    dtensor.mesh @mesh <x=2>
    func.func @main(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<8xf32> {
      %0 = dtensor.constrain %a : tensor<8xf32> to #dtensor.constraint<@mesh, [any]>
      return %0 : tensor<8xf32>
    }
    ```

    An unreduced value is partial. Its axes are closed, even if its sharding
    leaves them open. A value on a single device is replicated, with a warning.

    Rejects meshes that have no common mesh, and manual computations whose
    collectives go along axes that are left to the compiler. Groups of shardings
    and barriers of propagation change no value. They are dropped with a
    warning.
  }];
  let dependentDialects = ["::dtensor::DTensorDialect", "::dtensor::comm::CommDialect",
                           "::dtensor::stablehlo::StableHLODialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // DTENSOR_FRONTEND_SHARDY_IMPORT_PASSES_TD
