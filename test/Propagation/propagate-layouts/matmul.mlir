// RUN: dtensor-opt %s -dtensor-propagate-layouts -split-input-file -verify-roundtrip | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition -split-input-file -verify-roundtrip | FileCheck %s --check-prefix=LOCAL

// The matmul tutorial: 6 devices, a 2x3 times b 3x2.

// Everything replicated: no collective, every device does all of the work.
// CHECK-LABEL: func @replicated
// CHECK-SAME: -> (tensor<2x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>})
// CHECK: linalg.matmul {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, unsharded]>]{{[,}]}}
// LOCAL-LABEL: func @replicated
// LOCAL: linalg.matmul ins(%{{.*}} : tensor<2x3xf32>, tensor<3x2xf32>)
// LOCAL-NOT: comm.
// LOCAL: return
dtensor.mesh @mesh <x=6>
func.func @replicated(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>)
                     outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// K sharded: one all_reduce over x, 4 multiplications per device.
// CHECK-LABEL: func @contracted
// CHECK-SAME: -> (tensor<2x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>})
// LOCAL-LABEL: func @contracted
// LOCAL-SAME: %[[A:.*]]: tensor<2x1xf32> {{{.*}}}, %[[B:.*]]: tensor<1x2xf32> {
// LOCAL: %[[C:.*]] = linalg.matmul ins(%[[A]], %[[B]] : tensor<2x1xf32>, tensor<1x2xf32>)
// LOCAL: %[[R:.*]] = comm.all_reduce ins(%[[C]]
// LOCAL-SAME: <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [unsharded, unsharded]> of [2, 2]
// LOCAL-SAME: because "linalg.matmul contracts axis 1 of %{{.*}}, which the annotation of %{{.*}} shards on x; its result must be replicated"
// LOCAL-NOT: comm.all
// LOCAL: return %[[R]]
dtensor.mesh @mesh <x=3, y=2>
func.func @contracted(
    %a: tensor<2x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %b: tensor<3x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>)
                     outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// M and K sharded: 2 multiplications per device, the result sharded as M is.
// CHECK-LABEL: func @rows_and_contracted
// CHECK-SAME: -> (tensor<2x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [y, unsharded]>})
// CHECK: linalg.fill {dtensor.layouts = [#dtensor.layout<@mesh, [y, unsharded]>]{{[,}]}}
// LOCAL-LABEL: func @rows_and_contracted
// LOCAL: linalg.matmul ins(%{{.*}} : tensor<1x1xf32>, tensor<1x2xf32>) outs(%{{.*}} : tensor<1x2xf32>)
// LOCAL: comm.all_reduce
// LOCAL-SAME: <@mesh, [y, unsharded], partial<sum, [x]>> to <@mesh, [y, unsharded]> of [2, 2]
// LOCAL-NOT: comm.all
// LOCAL: return
dtensor.mesh @mesh <x=3, y=2>
func.func @rows_and_contracted(
    %a: tensor<2x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [y, x]>},
    %b: tensor<3x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>)
                     outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// One annotated operand is enough: K of the other one follows, for free.
// CHECK-LABEL: func @one_side
// CHECK-SAME: %{{.*}}: tensor<6x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
dtensor.mesh @mesh <x=2>
func.func @one_side(
    %a: tensor<8x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %b: tensor<6x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x6xf32>, tensor<6x4xf32>)
                     outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// The result's annotation reaches the operands: rows of a, columns of b.
// CHECK-LABEL: func @backward
// CHECK-SAME: tensor<8x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK-SAME: tensor<6x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y]>}
// LOCAL-LABEL: func @backward
// LOCAL-NOT: comm.all
// LOCAL: return
dtensor.mesh @mesh <x=2, y=2>
func.func @backward(%a: tensor<8x6xf32>, %b: tensor<6x4xf32>)
    -> (tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x6xf32>, tensor<6x4xf32>)
                     outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// Megatron's MLP: one annotated weight shards the bias after it, the hidden
// layer and the rows of the second weight; one all_reduce in all.
// CHECK-LABEL: func @mlp
// CHECK-SAME: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}
// CHECK-SAME: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}
// CHECK-SAME: tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}
// CHECK-SAME: tensor<16x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK-SAME: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}
// CHECK-SAME: -> (tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>})
// LOCAL-LABEL: func @mlp
// LOCAL: linalg.matmul ins(%{{.*}} : tensor<4x8xf32>, tensor<8x8xf32>)
// LOCAL-NOT: comm.
// LOCAL: %[[H:.*]] = linalg.matmul ins(%{{.*}} : tensor<4x8xf32>, tensor<8x8xf32>)
// LOCAL: %[[R:.*]] = comm.all_reduce ins(%[[H]]
// LOCAL-SAME: partial<sum, [x]>> to <@mesh, [unsharded, unsharded]>
// LOCAL-NOT: comm.all
// LOCAL: linalg.generic {{.*}} ins(%[[R]], %{{.*}} : tensor<4x8xf32>, tensor<8xf32>)
// LOCAL-NOT: comm.all
// LOCAL: return
#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
dtensor.mesh @mesh <x=2>
func.func @mlp(%x: tensor<4x8xf32>,
    %w1: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %b1: tensor<16xf32>, %w2: tensor<16x8xf32>, %b2: tensor<8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = linalg.matmul ins(%x, %w1 : tensor<4x8xf32>, tensor<8x16xf32>)
                     outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.generic {indexing_maps = [#id, #column, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0, %b1 : tensor<4x16xf32>, tensor<16xf32>) outs(%e : tensor<4x16xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.addf %p, %q : f32
    %t = arith.maximumf %s, %zero : f32
    linalg.yield %t : f32
  } -> tensor<4x16xf32>
  %e2 = tensor.empty() : tensor<4x8xf32>
  %c2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.matmul ins(%1, %w2 : tensor<4x16xf32>, tensor<16x8xf32>)
                     outs(%c2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.generic {indexing_maps = [#id, #column, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%2, %b2 : tensor<4x8xf32>, tensor<8xf32>) outs(%e2 : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
