// What jax.lax.ragged_all_to_all prints: each device sends as many rows as its
// data say, on all devices and in groups in an order of their own. Rows that
// nobody sends stay what they are.
// RUN: split-file %s %t
// RUN: dtensor-run %t/all.mlir --check
// RUN: dtensor-run %t/groups.mlir --check
// RUN: not dtensor-run %t/sizes.mlir 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: error: {{.*}}sizes.mlir:4:10: 'stablehlo.custom_call' op of 'ragged_all_to_all' requires an operand and an output that differ in their rows only, and offsets and sizes of 2 integers each
// RUN: not dtensor-run %t/config.mlir 2>&1 | FileCheck %s --check-prefix=CONFIG
// CONFIG: error: {{.*}}config.mlir:4:10: 'stablehlo.custom_call' op of 'ragged_all_to_all' requires six tensors and, in backend_config, channel_id and replica_groups of rank 2

//--- all.mlir
sdy.mesh @mesh = <["x"=3]>
func.func public @main() {
  %cst = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0], [8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0], [16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0], [24.0, 25.0], [26.0, 27.0], [28.0, 29.0]]> : tensor<15x2xf32>
  %cst_0 = stablehlo.constant dense<-1.0> : tensor<18x2xf32>
  %c = stablehlo.constant dense<[[0, 2, 2], [0, 1, 2], [0, 0, 4]]> : tensor<3x3xi32>
  %c_1 = stablehlo.constant dense<[[2, 0, 3], [1, 1, 0], [0, 4, 1]]> : tensor<3x3xi32>
  %c_2 = stablehlo.constant dense<[[1, 1, 1], [3, 1, 4], [4, 2, 4]]> : tensor<3x3xi32>
  %c_3 = stablehlo.constant dense<[[2, 1, 0], [0, 1, 4], [3, 0, 1]]> : tensor<3x3xi32>
  %0 = sdy.manual_computation(%cst, %cst_0, %c, %c_1, %c_2, %c_3) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg0: tensor<5x2xf32>, %arg1: tensor<6x2xf32>, %arg2: tensor<1x3xi32>, %arg3: tensor<1x3xi32>, %arg4: tensor<1x3xi32>, %arg5: tensor<1x3xi32>) {
    %1 = stablehlo.reshape %arg2 : (tensor<1x3xi32>) -> tensor<3xi32>
    %2 = stablehlo.reshape %arg3 : (tensor<1x3xi32>) -> tensor<3xi32>
    %3 = stablehlo.reshape %arg4 : (tensor<1x3xi32>) -> tensor<3xi32>
    %4 = stablehlo.reshape %arg5 : (tensor<1x3xi32>) -> tensor<3xi32>
    %5 = stablehlo.custom_call @ragged_all_to_all(%arg0, %arg1, %1, %2, %3, %4) {api_version = 4 : i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}} : (tensor<5x2xf32>, tensor<6x2xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<6x2xf32>
    sdy.return %5 : tensor<6x2xf32>
  } : (tensor<15x2xf32>, tensor<18x2xf32>, tensor<3x3xi32>, tensor<3x3xi32>, tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<18x2xf32>
  check.expect_eq_const %0, dense<[[-1.0, -1.0], [0.0, 1.0], [2.0, 3.0], [10.0, 11.0], [-1.0, -1.0], [-1.0, -1.0], [-1.0, -1.0], [12.0, 13.0], [20.0, 21.0], [22.0, 23.0], [24.0, 25.0], [26.0, 27.0], [-1.0, -1.0], [4.0, 5.0], [6.0, 7.0], [8.0, 9.0], [28.0, 29.0], [-1.0, -1.0]]> : tensor<18x2xf32>
  return
}
//--- groups.mlir
sdy.mesh @mesh = <["x"=4]>
func.func public @main() {
  %cst = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]> : tensor<12xf32>
  %cst_0 = stablehlo.constant dense<-1.0> : tensor<20xf32>
  %c = stablehlo.constant dense<[[0, 2], [0, 0], [0, 1], [0, 2]]> : tensor<4x2xi32>
  %c_1 = stablehlo.constant dense<[[2, 1], [0, 3], [1, 1], [2, 0]]> : tensor<4x2xi32>
  %c_2 = stablehlo.constant dense<[[3, 1], [1, 1], [1, 4], [1, 1]]> : tensor<4x2xi32>
  %c_3 = stablehlo.constant dense<[[0, 1], [0, 1], [3, 1], [2, 2]]> : tensor<4x2xi32>
  %0 = sdy.manual_computation(%cst, %cst_0, %c, %c_1, %c_2, %c_3) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg0: tensor<3xf32>, %arg1: tensor<5xf32>, %arg2: tensor<1x2xi32>, %arg3: tensor<1x2xi32>, %arg4: tensor<1x2xi32>, %arg5: tensor<1x2xi32>) {
    %1 = stablehlo.reshape %arg2 : (tensor<1x2xi32>) -> tensor<2xi32>
    %2 = stablehlo.reshape %arg3 : (tensor<1x2xi32>) -> tensor<2xi32>
    %3 = stablehlo.reshape %arg4 : (tensor<1x2xi32>) -> tensor<2xi32>
    %4 = stablehlo.reshape %arg5 : (tensor<1x2xi32>) -> tensor<2xi32>
    %5 = stablehlo.custom_call @ragged_all_to_all(%arg0, %arg1, %1, %2, %3, %4) {api_version = 4 : i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>}} : (tensor<3xf32>, tensor<5xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5xf32>
    sdy.return %5 : tensor<5xf32>
  } : (tensor<12xf32>, tensor<20xf32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<20xf32>
  check.expect_eq_const %0, dense<[-1.0, 2.0, -1.0, -1.0, -1.0, -1.0, 6.0, -1.0, -1.0, -1.0, -1.0, 3.0, 4.0, 5.0, 7.0, -1.0, 9.0, 10.0, 0.0, 1.0]> : tensor<20xf32>
  return
}
//--- sizes.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32>, %b: tensor<6xi32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%a, %b) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%c: tensor<2xf32>, %d: tensor<3xi32>) {
    %1 = stablehlo.custom_call @ragged_all_to_all(%c, %c, %d, %d, %d, %d) {api_version = 4 : i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<2xf32>, tensor<2xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<4xf32>, tensor<6xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- config.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xi32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%a, %b) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%c: tensor<2xf32>, %d: tensor<2xi32>) {
    %1 = stablehlo.custom_call @ragged_all_to_all(%c, %c, %d, %d, %d, %d) {api_version = 4 : i32} : (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
