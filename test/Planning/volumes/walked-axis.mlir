// RUN: dtensor-opt %s -dtensor-partition=search=false -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition=search=false | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=SEARCH
// RUN: dtensor-run %s --entry=forward --random-inputs=1 --check
// RUN: dtensor-run %s --entry=backward --random-inputs=1 --check
// RUN: dtensor-run %s --entry=by_data --random-inputs=1 --check

// A loop that walks a sharded axis gets each position from who has it: over all
// turns no more than a gather, and nobody holds the axis whole. Which turn reads
// what of whom is known; where data say it, all is counted. An inner loop reads
// what it reads again and again once. Less is to do the turns where their
// positions lie, or, if not all are walked one after the other, to shard another
// axis.

// CHECK: @forward: 8 fetch, 96 bytes
// CHECK: @backward: 8 fetch, 96 bytes
// CHECK: @every_other: 4 fetch, 48 bytes
// CHECK: @outer: 8 fetch, 96 bytes
// CHECK: @by_data: fetch over x, 8 times, at most 128 bytes

// IR-LABEL: func.func @forward(
// IR: scf.for
// IR: comm.fetch ins(%arg0 : tensor<2x4xf32>) outs(%{{[^ ]+}} : tensor<1x4xf32>)
// IR: scf.yield
// IR-LABEL: func.func @backward(
// IR: scf.for
// IR: comm.fetch ins(%arg0 : tensor<2x4xf32>) outs(%{{[^ ]+}} : tensor<1x4xf32>)
// IR: scf.yield
// IR-LABEL: func.func @every_other(
// IR: scf.for
// IR: comm.fetch ins(%arg0 : tensor<2x4xf32>) outs(%{{[^ ]+}} : tensor<1x4xf32>)
// IR: scf.yield
// IR-LABEL: func.func @outer(
// IR: scf.for
// IR: comm.fetch ins(%arg0 : tensor<2x4xf32>) outs(%{{[^ ]+}} : tensor<1x4xf32>)
// IR: scf.yield
// IR-LABEL: func.func @by_data(
// IR: scf.for
// IR: comm.fetch ins(%arg0 : tensor<2x4xf32>) outs(%{{[^ ]+}} : tensor<1x4xf32>)
// IR: scf.yield

// SEARCH: @forward: fetch over x, 4 times, 16 bytes
// SEARCH: @forward: 5 fetch, 20 bytes
// SEARCH: @backward: 5 fetch, 20 bytes
// SEARCH: @every_other: all_to_all over x, 1 time, 24 bytes
// SEARCH: @outer: 5 fetch, 20 bytes
// SEARCH: @by_data: all_to_all over x, 1 time, 24 bytes

dtensor.mesh @mesh <x=4>

func.func @forward(%a: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %s: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%v = %s) -> tensor<1x4xf32> {
    %e = tensor.empty() : tensor<1x4xf32>
    %0 = linalg_ext.dynamic_slice ins(%a : tensor<8x4xf32>) at [%i, %c0] sizes = [1, 4] outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
    %1 = arith.addf %v, %0 : tensor<1x4xf32>
    %2 = math.tanh %1 : tensor<1x4xf32>
    scf.yield %2 : tensor<1x4xf32>
  }
  return %r : tensor<1x4xf32>
}

func.func @backward(%a: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %s: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%v = %s) -> tensor<1x4xf32> {
    %e = tensor.empty() : tensor<1x4xf32>
    %back = arith.subi %c7, %i : index
    %0 = linalg_ext.dynamic_slice ins(%a : tensor<8x4xf32>) at [%back, %c0] sizes = [1, 4] outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
    %1 = arith.addf %v, %0 : tensor<1x4xf32>
    %2 = math.tanh %1 : tensor<1x4xf32>
    scf.yield %2 : tensor<1x4xf32>
  }
  return %r : tensor<1x4xf32>
}

func.func @every_other(%a: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %s: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c1 to %c8 step %c2 iter_args(%v = %s) -> tensor<1x4xf32> {
    %e = tensor.empty() : tensor<1x4xf32>
    %0 = linalg_ext.dynamic_slice ins(%a : tensor<8x4xf32>) at [%i, %c0] sizes = [1, 4] outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
    %1 = arith.addf %v, %0 : tensor<1x4xf32>
    %2 = math.tanh %1 : tensor<1x4xf32>
    scf.yield %2 : tensor<1x4xf32>
  }
  return %r : tensor<1x4xf32>
}

// The inner loop turns three times at each position of the outer one.
func.func @outer(%a: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %s: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%u = %s) -> tensor<1x4xf32> {
    %t = scf.for %j = %c0 to %c3 step %c1 iter_args(%v = %u) -> tensor<1x4xf32> {
      %e = tensor.empty() : tensor<1x4xf32>
      %at = arith.subi %i, %c0 : index
      %0 = linalg_ext.dynamic_slice ins(%a : tensor<8x4xf32>) at [%at, %c0] sizes = [1, 4] outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
      %1 = arith.addf %v, %0 : tensor<1x4xf32>
      %2 = math.tanh %1 : tensor<1x4xf32>
      scf.yield %2 : tensor<1x4xf32>
    }
    scf.yield %t : tensor<1x4xf32>
  }
  return %r : tensor<1x4xf32>
}

func.func @by_data(%a: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %s: tensor<1x4xf32>, %order: tensor<8xindex>) -> tensor<1x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%v = %s) -> tensor<1x4xf32> {
    %e = tensor.empty() : tensor<1x4xf32>
    %at = tensor.extract %order[%i] : tensor<8xindex>
    %0 = linalg_ext.dynamic_slice ins(%a : tensor<8x4xf32>) at [%at, %c0] sizes = [1, 4] outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
    %1 = arith.addf %v, %0 : tensor<1x4xf32>
    %2 = math.tanh %1 : tensor<1x4xf32>
    scf.yield %2 : tensor<1x4xf32>
  }
  return %r : tensor<1x4xf32>
}
