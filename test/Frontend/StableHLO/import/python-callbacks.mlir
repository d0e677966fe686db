// RUN: dtensor-run %s --devices 2 --layout arg0=x,unsharded --random-inputs 1 --check 2>&1 | FileCheck %s

// What jax.debug.print exports, also with ordered=True, is left out.
// CHECK: warning: {{.*}}python-callbacks.mlir:[[@LINE+5]]:{{.*}} a call of Python is left out (jax.debug.print or the like)
// CHECK: warning: {{.*}}python-callbacks.mlir:[[@LINE+5]]:{{.*}} a call of Python is left out
sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]>
func.func public @main(%a: tensor<6x4xf32>, %token: !stablehlo.token) -> (tensor<6x4xf32>, !stablehlo.token) {
  %0 = stablehlo.sine %a : tensor<6x4xf32>
  stablehlo.custom_call @xla_ffi_python_cpu_callback(%0) {has_side_effect = true, mhlo.backend_config = {index = 0 : ui64}, sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>]>} : (tensor<6x4xf32>) -> ()
  %1 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%token, %0) {has_side_effect = true, mhlo.backend_config = {index = 1 : ui64}} : (!stablehlo.token, tensor<6x4xf32>) -> !stablehlo.token
  return %0, %1 : tensor<6x4xf32>, !stablehlo.token
}
