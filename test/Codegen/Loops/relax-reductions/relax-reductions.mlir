// RUN: dtensor-opt %s --dtensor-relax-reductions | FileCheck %s

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// Only what combines with the accumulator is reassociated.
// CHECK-LABEL: @sum
// CHECK: arith.addf %{{.+}}, %{{.+}} : f32
// CHECK: arith.addf %{{.+}}, %{{.+}} fastmath<reassoc,contract>
func.func @sum(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%s : tensor<4xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %1 = arith.addf %x, %one : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A product and a sum of it may be one instruction, which rounds once.
// CHECK-LABEL: @sum_of_products
// CHECK: arith.subf %{{.+}}, %{{.+}} : f32
// CHECK: arith.mulf %{{.+}}, %{{.+}} fastmath<contract>
// CHECK: arith.addf %{{.+}}, %{{.+}} fastmath<reassoc,contract>
func.func @sum_of_products(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%s : tensor<4xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %1 = arith.subf %x, %one : f32
    %2 = arith.mulf %1, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @max
// CHECK: arith.maximumf %{{.+}}, %{{.+}} fastmath<nsz>
func.func @max(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%s : tensor<4xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %1 = arith.maximumf %acc, %x : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// An elementwise maximum keeps the sign of its zero.
// CHECK-LABEL: @elementwise
// CHECK: arith.maximumf %{{.+}}, %{{.+}} : f32
func.func @elementwise(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#in, #in], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.maximumf %x, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Each op of an element rounds, on processors with a fused multiply-add too.
// CHECK-LABEL: @rounded
// CHECK: arith.mulf %{{.+}}, %{{.+}} : f32
// CHECK: arith.addf %{{.+}}, %{{.+}} : f32
func.func @rounded(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#in, #in], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.mulf %x, %x : f32
    %2 = arith.addf %1, %x : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
