// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=carried-sums | FileCheck %s
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=-carried-sums | FileCheck %s --check-prefix=OTHERS
// RUN: dtensor-run %s --random-inputs 1 --check --report 2>&1 | FileCheck %s --check-prefix=BYTES

// The gradients of eight microbatches are added up, and the sum is divided
// between the devices. A device adds up its own addends, and they are combined
// after the loop: 512 / 2 bytes, in place of 8 * 512 / 2.

// CHECK: dtensor.block_layouts = [unit, #dtensor.layout<@mesh, [unsharded, unsharded], partial<sum, [x]>>]
// OTHERS-NOT: dtensor.block_layouts
// BYTES: reduce_scatter {{ *}}x {{ *}}2 {{ *}}1 {{ *}}256
// BYTES: bytes received by the most loaded: 256,

dtensor.mesh @mesh <x=2>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @main(%x: tensor<8x4x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded]>},
                %d: tensor<8x4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded]>})
                -> (tensor<16x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
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
