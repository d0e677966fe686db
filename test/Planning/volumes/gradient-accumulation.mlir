// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s --check-prefix=IR

// Eight microbatches, each sharded on x: what they add up stays partial until
// after the loop. n is 16 * 8 * 4 = 512 bytes, an all_reduce 512.

// CHECK: @main: 1 all_reduce, 512 bytes
// CHECK-NEXT: @main: 512 bytes in all
// IR-LABEL: func @main
// IR: scf.for
// IR-NOT: comm.all_reduce
// IR: scf.yield
// IR: comm.all_reduce

dtensor.mesh @mesh <x=2>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @main(%x: tensor<8x4x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded]>},
                %d: tensor<8x4x8xf32>) -> tensor<16x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant dense<0.0> : tensor<16x8xf32>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> tensor<16x8xf32> {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 4, 16] [1, 1, 1] : tensor<8x4x16xf32> to tensor<4x16xf32>
    %di = tensor.extract_slice %d[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<8x4x8xf32> to tensor<4x8xf32>
    %g = linalg.contract indexing_maps = [#km, #kn, #mn]
        ins(%xi, %di : tensor<4x16xf32>, tensor<4x8xf32>) outs(%zero : tensor<16x8xf32>) -> tensor<16x8xf32>
    %next = arith.addf %acc, %g : tensor<16x8xf32>
    scf.yield %next : tensor<16x8xf32>
  }
  return %sum : tensor<16x8xf32>
}
