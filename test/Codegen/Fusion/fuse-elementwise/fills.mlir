// RUN: dtensor-opt %s --pass-pipeline='builtin.module(func.func(dtensor-fuse-elementwise))' | FileCheck %s

// What a fill brings everywhere is read as a scalar, by all who read it.
// CHECK-LABEL: @fills
// CHECK-SAME: (%[[A:.+]]: tensor<8xf32>, %[[S:.+]]: f32, %{{.+}}: tensor<f32>)
// CHECK-NOT: linalg.fill
// CHECK: linalg.generic {{.+}} ins(%[[A]] : tensor<8xf32>) outs(%{{.+}} : tensor<8xf32>)
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.+}}: f32):
// CHECK: arith.mulf %[[X]], %[[S]]
// CHECK-NOT: linalg.fill
// CHECK: linalg.generic {{.+}} ins(%[[A]] : tensor<8xf32>)
// CHECK: arith.mulf %{{.+}}, %[[S]]
#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @fills(%a: tensor<8xf32>, %s: f32, %sum: tensor<f32>) -> (tensor<8xf32>, tensor<f32>) {
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a, %f : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %x, %y : f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"]} ins(%a, %f : tensor<8xf32>, tensor<8xf32>) outs(%sum : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %out, %p : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  return %0, %1 : tensor<8xf32>, tensor<f32>
}
