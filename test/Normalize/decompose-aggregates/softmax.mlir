// RUN: dtensor-opt %s -dtensor-decompose-aggregates -verify-roundtrip | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition -verify-roundtrip | FileCheck %s --check-prefix=LOCAL

dtensor.mesh @mesh <x=2>

// Along a sharded axis: two small all_reduces, of maxima and of sums.
// CHECK-LABEL: func @columns
// CHECK-NOT: linalg.softmax
// CHECK: arith.maxnumf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// LOCAL-LABEL: func @columns
// LOCAL: comm.all_reduce ins(%{{.*}} : tensor<4xf32>) {{.*}} partial<max_num, [x]>>
// LOCAL: comm.all_reduce ins(%{{.*}} : tensor<4xf32>) {{.*}} partial<sum, [x]>>
// LOCAL-NOT: comm.all
// LOCAL: return %{{.*}} : tensor<4x4xf32>
func.func @columns(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Along the rows nothing crosses devices.
// LOCAL-LABEL: func @rows
// LOCAL-NOT: comm.all
// LOCAL: return %{{.*}} : tensor<2x8xf32>
func.func @rows(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
