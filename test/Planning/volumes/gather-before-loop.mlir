// RUN: dtensor-opt %s -dtensor-partition="gather=true plan=-stages machine=%S/Inputs/dear-computing.json" -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,DEAR
// RUN: dtensor-opt %s -dtensor-partition="gather=true plan=-stages" -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,BYTES
// RUN: dtensor-opt %s -dtensor-partition="gather=true plan=-stages machine=%S/Inputs/dear-computing.json" | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s -dtensor-partition=search=false -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: dtensor-run %s --random-inputs=1 --check

// A loop reads an element of a sharded vector in each turn: all turns together
// receive no more than a gather before the loop, so nobody holds it whole.

// CHECK: @main: 32 fetch, 96 bytes
// CHECK-NEXT: @main: 96 bytes in all
// STEPS: @main: 32 fetch, 96 bytes

// IR-LABEL: func.func @main(
// IR: scf.for
// IR: comm.fetch ins(%arg0 : tensor<8xf32>) outs(%{{[^ ]+}} : tensor<1xf32>)
// IR: scf.yield
// IR-LABEL: func.func @divided(
// IR: scf.for
// IR: comm.all_reduce ins(%{{[^ ]+}} : tensor<8x2xf32>) outs(%{{[^ ]+}} : tensor<8x2xf32>)
// IR: scf.yield

// The batch of @divided divides its work. Its gather is less than the sum of what
// the turns contract, so bytes alone ask for it. On a machine on which computing
// is dear, it stays where it is.

// DEAR: @divided: 8 all_reduce
// DEAR-NOT: all_gather
// BYTES: @divided: 1 all_gather, 384 bytes

// RUN: not dtensor-opt %s -dtensor-plan-layouts=machine=%t.none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: machine: {{.*}}.none

dtensor.mesh @mesh <x=4>

func.func @main(%v: tensor<32xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}, %s: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %r = scf.for %i = %c0 to %c32 step %c1 iter_args(%a = %s) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<1xf32>
    %x = linalg_ext.dynamic_slice ins(%v : tensor<32xf32>) at [%i] sizes = [1] outs(%e : tensor<1xf32>) -> tensor<1xf32>
    %0 = tensor.collapse_shape %x [] : tensor<1xf32> into tensor<f32>
    %1 = linalg.broadcast ins(%0 : tensor<f32>) outs(%s : tensor<4xf32>) dimensions = [0]
    %2 = arith.mulf %a, %1 : tensor<4xf32>
    %3 = math.tanh %2 : tensor<4xf32>
    scf.yield %3 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

func.func @divided(%b: tensor<16x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %w: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%v = %w) -> tensor<8x2xf32> {
    %e = tensor.empty() : tensor<16x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x2xf32>) -> tensor<16x2xf32>
    %0 = linalg.matmul ins(%b, %v : tensor<16x8xf32>, tensor<8x2xf32>) outs(%f : tensor<16x2xf32>) -> tensor<16x2xf32>
    %1 = math.tanh %0 : tensor<16x2xf32>
    %g = tensor.empty() : tensor<8x2xf32>
    %h = linalg.fill ins(%zero : f32) outs(%g : tensor<8x2xf32>) -> tensor<8x2xf32>
    %2 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%b, %1 : tensor<16x8xf32>, tensor<16x2xf32>) outs(%h : tensor<8x2xf32>) -> tensor<8x2xf32>
    scf.yield %2 : tensor<8x2xf32>
  }
  return %r : tensor<8x2xf32>
}
