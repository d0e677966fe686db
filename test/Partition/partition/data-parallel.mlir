// RUN: dtensor-opt %s -dtensor-partition=bucket-bytes=0 -verify-roundtrip | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition=bucket-bytes=0 | grep -c "comm.all_reduce" | FileCheck %s --check-prefix=COUNT

// A training step of one layer, the batch sharded: both gradients are reduced
// once, nothing else is, and the weights stay whole on every device.

// COUNT: {{^}}2{{$}}

// CHECK-LABEL: func @step
// CHECK-SAME: %arg0: tensor<2x4xf32>
// CHECK-SAME: %arg2: tensor<4x3xf32>
// CHECK-SAME: -> (tensor<4x3xf32> {{.*}}[unsharded, unsharded]>}, tensor<3xf32> {{.*}}[unsharded]>})
// CHECK: comm.all_reduce {{.*}} partial<sum, [x]>>
// CHECK: comm.all_reduce {{.*}} partial<sum, [x]>>
// CHECK: return

#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
dtensor.mesh @mesh <x=4>
func.func @step(%x: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
                %y: tensor<8x3xf32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>) {
  %zero = arith.constant 0.0 : f32
  %rate = arith.constant 0.0625 : f32
  %e = tensor.empty() : tensor<8x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x3xf32>) -> tensor<8x3xf32>
  %p = linalg.matmul ins(%x, %w : tensor<8x4xf32>, tensor<4x3xf32>) outs(%z : tensor<8x3xf32>) -> tensor<8x3xf32>
  %d = linalg.generic {indexing_maps = [#id, #column, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %b, %y : tensor<8x3xf32>, tensor<3xf32>, tensor<8x3xf32>) outs(%e : tensor<8x3xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32, %o: f32):
    %0 = arith.addf %i, %j : f32
    %1 = arith.subf %0, %k : f32
    linalg.yield %1 : f32
  } -> tensor<8x3xf32>
  %et = tensor.empty() : tensor<4x8xf32>
  %xt = linalg.transpose ins(%x : tensor<8x4xf32>) outs(%et : tensor<4x8xf32>) permutation = [1, 0]
  %ew = tensor.empty() : tensor<4x3xf32>
  %zw = linalg.fill ins(%zero : f32) outs(%ew : tensor<4x3xf32>) -> tensor<4x3xf32>
  %dw = linalg.matmul ins(%xt, %d : tensor<4x8xf32>, tensor<8x3xf32>) outs(%zw : tensor<4x3xf32>) -> tensor<4x3xf32>
  %eb = tensor.empty() : tensor<3xf32>
  %zb = linalg.fill ins(%zero : f32) outs(%eb : tensor<3xf32>) -> tensor<3xf32>
  %db = linalg.reduce { arith.addf } ins(%d : tensor<8x3xf32>) outs(%zb : tensor<3xf32>) dimensions = [0]
  %rw = linalg.fill ins(%rate : f32) outs(%ew : tensor<4x3xf32>) -> tensor<4x3xf32>
  %sw = arith.mulf %dw, %rw : tensor<4x3xf32>
  %nw = arith.subf %w, %sw : tensor<4x3xf32>
  %rb = linalg.fill ins(%rate : f32) outs(%eb : tensor<3xf32>) -> tensor<3xf32>
  %sb = arith.mulf %db, %rb : tensor<3xf32>
  %nb = arith.subf %b, %sb : tensor<3xf32>
  return %nw, %nb : tensor<4x3xf32>, tensor<3xf32>
}
