// RUN: dtensor-opt %s | dtensor-opt | FileCheck %s
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | FileCheck %s

// CHECK-LABEL: func @calls
func.func @calls(%a: tensor<?x8xf32>, %d: tensor<?xi32>, %m: memref<4xf32>) -> (tensor<?xi32>, tensor<?xi32>) {
  // CHECK: linalg_ext.custom_call "f" rule "([i,j])->([i]) {j whole}" ins(%{{.*}} : tensor<?x8xf32>) outs(%{{.*}} : tensor<?xi32>) unsigned_operands = [1] -> tensor<?xi32>
  %0 = linalg_ext.custom_call "f" rule "([i,j])->([i]) {j whole}" ins(%a : tensor<?x8xf32>) outs(%d : tensor<?xi32>) unsigned_operands = [1] -> tensor<?xi32>
  // CHECK: linalg_ext.custom_call "g" outs(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>
  %1:2 = linalg_ext.custom_call "g" outs(%d, %d : tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>
  // CHECK: linalg_ext.custom_call "h" ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<4xf32>)
  linalg_ext.custom_call "h" ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
  return %0, %1#0 : tensor<?xi32>, tensor<?xi32>
}
