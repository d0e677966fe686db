// RUN: dtensor-opt %s --dtensor-import-stablehlo | FileCheck %s

// Signs go from types into ops.
// CHECK-LABEL: func.func @signs(
// CHECK-SAME: %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi32>) -> tensor<4xi1>
// CHECK: arith.cmpi ult
func.func @signs(%a: tensor<4xui32>, %b: tensor<4xui32>) -> tensor<4xi1> {
  %0 = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// Division never traps.
// CHECK-LABEL: func.func @divide(
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %{{.*}}, %c0
// CHECK: %[[SAFE:.*]] = arith.select
// CHECK: %[[Q:.*]] = arith.divsi %{{.*}}, %[[SAFE]]
// CHECK: arith.select %[[ZERO]], %c-1{{.*}}, %[[Q]]
func.func @divide(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.divide %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// A scalar bounds all elements.
// CHECK-LABEL: func.func @clamp(
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]}
// CHECK: arith.maximumf
// CHECK: arith.minimumf
func.func @clamp(%a: tensor<f32>, %b: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.clamp %a, %b, %a : (tensor<f32>, tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
