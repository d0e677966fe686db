// RUN: dtensor-run %s --random-inputs 1 --check --rtol 1e-3 --atol 1e-4 --report 2>&1 | FileCheck %s
// RUN: dtensor-run %s --random-inputs 1 --report --plan=-carried-sums 2>&1 | FileCheck %s --check-prefix=OTHERS

// A loop over 8 layers, and the loop back. The layers are divided between 4
// devices, and so is the batch. Both loops need each weight whole. It is gathered
// once: 3/4 of 8192 bytes. Gradients are combined after the loop, as 3/4 of 8192
// bytes. If they are combined in each iteration, they are brought to their
// devices after it.

// CHECK: all_gather {{ *}}x {{ *}}4 {{ *}}1 {{ *}}6144
// CHECK: reduce_scatter {{ *}}x {{ *}}4 {{ *}}1 {{ *}}6144
// CHECK: bytes received by the most loaded: 12288,
// OTHERS: bytes received by the most loaded: 13824,

dtensor.mesh @mesh <x=4>
#layers = #dtensor.layout<@mesh, [x, unsharded, unsharded]>
#batch = #dtensor.layout<@mesh, [x, unsharded]>
func.func @main(%w: tensor<8x16x16xf32> {dtensor.layout = #layers},
    %a: tensor<32x16xf32> {dtensor.layout = #batch}) -> (tensor<8x16x16xf32> {dtensor.layout = #layers}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant dense<0.0> : tensor<32x16xf32>
  %zeros = arith.constant dense<0.0> : tensor<8x32x16xf32>
  %none = arith.constant dense<0.0> : tensor<16x16xf32>
  %nones = arith.constant dense<0.0> : tensor<8x16x16xf32>
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %a, %hs = %zeros) -> (tensor<32x16xf32>, tensor<8x32x16xf32>) {
    %e = tensor.empty() : tensor<1x16x16xf32>
    %s = linalg_ext.dynamic_slice ins(%w : tensor<8x16x16xf32>) at [%i, %c0, %c0] sizes = [1, 16, 16] outs(%e : tensor<1x16x16xf32>) -> tensor<1x16x16xf32>
    %layer = tensor.collapse_shape %s [[0, 1], [2]] : tensor<1x16x16xf32> into tensor<16x16xf32>
    %p = linalg.matmul ins(%h, %layer : tensor<32x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<32x16xf32>) -> tensor<32x16xf32>
    %t = math.tanh %p : tensor<32x16xf32>
    %u = tensor.expand_shape %h [[0, 1], [2]] output_shape [1, 32, 16] : tensor<32x16xf32> into tensor<1x32x16xf32>
    %next = linalg_ext.dynamic_update_slice ins(%u : tensor<1x32x16xf32>) at [%i, %c0, %c0] outs(%hs : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
    scf.yield %t, %next : tensor<32x16xf32>, tensor<8x32x16xf32>
  }
  %g:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%d = %r#0, %ds = %nones) -> (tensor<32x16xf32>, tensor<8x16x16xf32>) {
    %at = arith.subi %c7, %i : index
    %e = tensor.empty() : tensor<1x16x16xf32>
    %s = linalg_ext.dynamic_slice ins(%w : tensor<8x16x16xf32>) at [%at, %c0, %c0] sizes = [1, 16, 16] outs(%e : tensor<1x16x16xf32>) -> tensor<1x16x16xf32>
    %layer = tensor.collapse_shape %s [[0, 1], [2]] : tensor<1x16x16xf32> into tensor<16x16xf32>
    %e2 = tensor.empty() : tensor<1x32x16xf32>
    %s2 = linalg_ext.dynamic_slice ins(%r#1 : tensor<8x32x16xf32>) at [%at, %c0, %c0] sizes = [1, 32, 16] outs(%e2 : tensor<1x32x16xf32>) -> tensor<1x32x16xf32>
    %h = tensor.collapse_shape %s2 [[0, 1], [2]] : tensor<1x32x16xf32> into tensor<32x16xf32>
    %dw = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
        ins(%h, %d : tensor<32x16xf32>, tensor<32x16xf32>) outs(%none : tensor<16x16xf32>) -> tensor<16x16xf32>
    %dh = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
        ins(%d, %layer : tensor<32x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<32x16xf32>) -> tensor<32x16xf32>
    %u = tensor.expand_shape %dw [[0, 1], [2]] output_shape [1, 16, 16] : tensor<16x16xf32> into tensor<1x16x16xf32>
    %next = linalg_ext.dynamic_update_slice ins(%u : tensor<1x16x16xf32>) at [%at, %c0, %c0] outs(%ds : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    scf.yield %dh, %next : tensor<32x16xf32>, tensor<8x16x16xf32>
  }
  return %g#1 : tensor<8x16x16xf32>
}
