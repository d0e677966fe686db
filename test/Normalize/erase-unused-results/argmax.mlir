// RUN: dtensor-opt %s -dtensor-erase-unused-results | FileCheck %s

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The position of a maximum, which nobody asks for.
// CHECK-LABEL: func @maximum
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf32>, %[[M:.*]]: tensor<4xf32>, %{{.*}}: tensor<4xi64>)
// CHECK-NEXT: %[[R:.*]] = linalg.generic
// CHECK-SAME: ins(%[[A]] : tensor<4x8xf32>) outs(%[[M]] : tensor<4xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK-NEXT: %[[C:.*]] = arith.maximumf %[[X]], %[[ACC]] : f32
// CHECK-NEXT: linalg.yield %[[C]] : f32
// CHECK: return %[[R]]
func.func @maximum(%a: tensor<4x8xf32>, %m: tensor<4xf32>,
                   %n: tensor<4xi64>) -> tensor<4xf32> {
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row],
                         iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%m, %n : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x: f32, %p: f32, %q: i64):
    %1 = linalg.index 1 : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.maximumf %x, %p : f32
    %4 = arith.cmpf ogt, %x, %p : f32
    %5 = arith.select %4, %2, %q : i64
    linalg.yield %3, %5 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %0#0 : tensor<4xf32>
}

// Both are used.
// CHECK-LABEL: func @both
// CHECK: outs(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xi64>)
func.func @both(%a: tensor<4x8xf32>, %m: tensor<4xf32>, %n: tensor<4xi64>)
    -> (tensor<4xf32>, tensor<4xi64>) {
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row],
                         iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%m, %n : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x: f32, %p: f32, %q: i64):
    %1 = linalg.index 1 : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.maximumf %x, %p : f32
    %4 = arith.cmpf ogt, %x, %p : f32
    %5 = arith.select %4, %2, %q : i64
    linalg.yield %3, %5 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi64>
}

// Of the window only the extents matter.
// CHECK-LABEL: func @pooling
// CHECK-SAME: (%[[A:[^:]*]]: tensor<1x6x2xf32>
// CHECK: %[[W:.*]] = tensor.empty() : tensor<3xf32>
// CHECK-NEXT: linalg.pooling_nwc_max ins(%[[A]], %[[W]]
func.func @pooling(%a: tensor<1x6x2xf32>, %w: tensor<3xf32>,
                   %o: tensor<1x4x2xf32>) -> tensor<1x4x2xf32> {
  %0 = linalg.pooling_nwc_max ins(%a, %w : tensor<1x6x2xf32>, tensor<3xf32>)
      outs(%o : tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
  return %0 : tensor<1x4x2xf32>
}
