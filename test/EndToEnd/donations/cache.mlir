// What a step writes into a donated cache is all that it writes there: no copy
// of the cache on one device, nor of a component on several, evenly or not.
// RUN: sed 's/{tf.aliasing_output = 0 : i32}//' %s > %t.plain.mlir
// RUN: dtensor-run %t.plain.mlir --random-inputs=1 --output-dir=%t
// RUN: dtensor-run %s --random-inputs=1 --expect-dir=%t
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded,unsharded --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --mesh x=3 --layout arg0=unsharded,x,unsharded --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --mesh x=2,y=2 --layout arg0=unsharded,x,y --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// A layout that is given for the result, and one that is not the argument's.
// RUN: dtensor-run %s --mesh x=2 --layout result0=unsharded,unsharded,x --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5
// RUN: dtensor-run %s --mesh x=2 --layout arg0=unsharded,x,unsharded --layout result0=unsharded,unsharded,x --random-inputs=1 --expect-dir=%t --rtol 1e-5 --atol 1e-5 2>&1 | FileCheck %s --check-prefix=WARNING
// WARNING: warning: {{.*}}cache.mlir:[[#]]:{{.*}}: argument 0 is donated, but nothing takes its memory: result 0 has the layout

// RUN: dtensor-run %s --dump-after=llvm | FileCheck %s --check-prefix=LLVM
// RUN: dtensor-run %s --mesh x=3 --layout arg0=unsharded,x,unsharded --dump-after=bufferize | FileCheck %s
// The cache is 1120 bytes.
// LLVM-NOT: 1120
// CHECK: func.func @main(%[[CACHE:[a-z0-9_]+]]: memref<2x?x4xf32> {{{.+}}}, %[[UPDATE:[a-z0-9_]+]]: memref<2x1x4xf32>
// CHECK: %[[FROM:[a-z0-9_]+]] = memref.subview %[[UPDATE]]
// CHECK: %[[PLACE:[a-z0-9_]+]] = memref.subview %[[CACHE]]
// CHECK: memref.copy %[[FROM]], %[[PLACE]]
// A buffer that is copied to itself is no copy.
// CHECK-NOT: memref.copy %[[CACHE]], %{{[^a]}}
// CHECK-NOT: memref.alloc{{.*}}memref<2x
// CHECK: return
module @jit_step {
  func.func public @main(%arg0: tensor<2x35x4xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<2x1x4xf32>, %arg2: tensor<i32>) -> (tensor<2x35x4xf32> {jax.result_info = "result[0]"}, tensor<4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %c, %arg2, %c : (tensor<2x35x4xf32>, tensor<2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x35x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x35x4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0, %1 : tensor<2x35x4xf32>, tensor<4xf32>
  }
}
