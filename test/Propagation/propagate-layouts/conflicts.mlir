// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-propagate-layouts -verify-roundtrip | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition -verify-roundtrip | FileCheck %s --check-prefix=LOCAL

// One mesh dimension is wanted in two places of an op: the side with fewer
// bytes moves.

dtensor.mesh @mesh <x=2>

#rows = #dtensor.layout<@mesh, [x, unsharded]>
#columns = #dtensor.layout<@mesh, [unsharded, x]>
#id = affine_map<(d0, d1) -> (d0, d1)>

// M and N on the same dimension: b is the smaller one and is gathered.
// CHECK-LABEL: func @gather_b
// CHECK-SAME: -> (tensor<64x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
// LOCAL-LABEL: func @gather_b
// LOCAL: %[[B:.*]] = comm.all_gather ins(%arg1 : tensor<8x2xf32>)
// LOCAL: linalg.matmul ins(%arg0, %[[B]] : tensor<32x8xf32>, tensor<8x4xf32>)
// LOCAL-NOT: comm.{{all_gather|all_to_all|all_reduce}}
// LOCAL: return
func.func @gather_b(%a: tensor<64x8xf32> {dtensor.layout = #rows},
                    %b: tensor<8x4xf32> {dtensor.layout = #columns}) -> tensor<64x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<64x4xf32>) -> tensor<64x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x8xf32>, tensor<8x4xf32>) outs(%c : tensor<64x4xf32>) -> tensor<64x4xf32>
  return %0 : tensor<64x4xf32>
}

// CHECK-LABEL: func @gather_a
// CHECK-SAME: -> (tensor<4x64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
// LOCAL-LABEL: func @gather_a
// LOCAL: %[[A:.*]] = comm.all_gather ins(%arg0 : tensor<2x8xf32>)
// LOCAL: linalg.matmul ins(%[[A]], %arg1 : tensor<4x8xf32>, tensor<8x32xf32>)
func.func @gather_a(%a: tensor<4x8xf32> {dtensor.layout = #rows},
                    %b: tensor<8x64xf32> {dtensor.layout = #columns}) -> tensor<4x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x64xf32>) outs(%c : tensor<4x64xf32>) -> tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}

// Nothing is gathered where a sharding can go elsewhere: all_to_all.
// CHECK-LABEL: func @elsewhere
// LOCAL-LABEL: func @elsewhere
// LOCAL: comm.all_to_all ins(%arg{{[01]}}
// LOCAL-NOT: comm.all_{{[a-z]*}} ins
// LOCAL: return
func.func @elsewhere(%a: tensor<8x8xf32> {dtensor.layout = #rows},
                     %b: tensor<8x8xf32> {dtensor.layout = #columns}) -> tensor<8x8xf32> {
  %0 = arith.addf %a, %b : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// The vector moves, not the matrix: its whole is less than a part of that.
// LOCAL-LABEL: func @vector
// LOCAL: comm.all_gather ins(%arg1 : tensor<4xf32>)
// LOCAL: linalg.generic {{.*}} ins(%arg0, %{{.*}} : tensor<32x8xf32>, tensor<8xf32>)
// LOCAL-NOT: comm.all
// LOCAL: return
func.func @vector(%a: tensor<64x8xf32> {dtensor.layout = #rows},
                  %b: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<64x8xf32> {
  %e = tensor.empty() : tensor<64x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<64x8xf32>, tensor<8xf32>) outs(%e : tensor<64x8xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %1 = arith.addf %p, %q : f32
    linalg.yield %1 : f32
  } -> tensor<64x8xf32>
  return %0 : tensor<64x8xf32>
}

// K on one side, M on the other: the larger operand stays where it is.
// LOCAL-LABEL: func @rows_against_contracted
// LOCAL: linalg.matmul ins(%{{.*}}, %arg1 : tensor<4x32xf32>, tensor<32x64xf32>)
// LOCAL: return
func.func @rows_against_contracted(%a: tensor<4x64xf32> {dtensor.layout = #rows},
    %b: tensor<64x64xf32> {dtensor.layout = #rows}) -> tensor<4x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x64xf32>, tensor<64x64xf32>) outs(%c : tensor<4x64xf32>) -> tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}

// One value in two roles of one op: rows for one, columns for the other.
// LOCAL-LABEL: func @gram
// LOCAL: comm.all_gather ins(%arg0 : tensor<4x8xf32>)
// LOCAL: linalg.generic {{.*}} ins(%arg0, %{{.*}} : tensor<4x8xf32>, tensor<8x8xf32>) outs(%{{.*}} : tensor<4x8xf32>)
// LOCAL-NOT: comm.all
// LOCAL: return
func.func @gram(%a: tensor<8x8xf32> {dtensor.layout = #rows}) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %r, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Factories never decide: each use of the zeros has its own layout.
// CHECK-LABEL: func @factories
// CHECK-DAG: arith.constant {dtensor.layouts = [#dtensor.layout<@mesh, [x, unsharded]>]} dense<1.000000e+00>
// CHECK-DAG: arith.constant {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, x]>]} dense<1.000000e+00>
// LOCAL-LABEL: func @factories
// LOCAL-NOT: comm.
// LOCAL: return
func.func @factories(%a: tensor<8x8xf32> {dtensor.layout = #rows}, %b: tensor<8x8xf32> {dtensor.layout = #columns})
    -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %ones = arith.constant dense<1.0> : tensor<8x8xf32>
  %0 = arith.addf %a, %ones : tensor<8x8xf32>
  %1 = arith.addf %b, %ones : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// Returned as it is, a factory follows what was asked of the result.
// CHECK-LABEL: func @returned
// CHECK-DAG: arith.constant {dtensor.layouts = [#dtensor.layout<@mesh, [x, unsharded]>]}
// CHECK-DAG: arith.constant {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, unsharded]>]}
// LOCAL-LABEL: func @returned
// LOCAL-DAG: arith.constant dense<1.000000e+00> : tensor<4x8xf32>
// LOCAL-DAG: arith.constant dense<1.000000e+00> : tensor<8x8xf32>
func.func @returned() -> (tensor<8x8xf32> {dtensor.layout = #rows}, tensor<8x8xf32>) {
  %ones = arith.constant dense<1.0> : tensor<8x8xf32>
  return %ones, %ones : tensor<8x8xf32>, tensor<8x8xf32>
}
