// RUN: split-file %s %t
// RUN: dtensor-run %t/values.mlir
// RUN: dtensor-run %t/sharded.mlir --random-inputs=3 --check --mesh x=3 --layout arg0=x,unsharded --layout arg1=unsharded,x
// RUN: not dtensor-run %t/bits.mlir 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: dtensor-run %t/scale.mlir
// RUN: dtensor-run %t/groups.mlir --random-inputs=1 --check --atol=0 --rtol=0

// BITS: 'stablehlo.bitcast_convert' op cannot be imported for elements of 'i4', which are held in more bits; convert them instead

//--- values.mlir
// Values are those of ml_dtypes: ties to even, subnormals, and what each type
// has beyond its largest number.
func.func public @floats() {
  %x = stablehlo.constant dense<[1.0625, 1.1875, 464.0, 465.0, 0.0029296875, -0.001, 0xFF800000, -0.0]> : tensor<8xf32>
  %fn = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf8E4M3FN>
  %0 = stablehlo.convert %fn : (tensor<8xf8E4M3FN>) -> tensor<8xf32>
  check.expect_eq_const %0, dense<[1.0, 1.25, 448.0, 0x7FC00000, 0.00390625, -0.001953125, 0x7FC00000, -0.0]> : tensor<8xf32>
  %ieee = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf8E5M2>
  %1 = stablehlo.convert %ieee : (tensor<8xf8E5M2>) -> tensor<8xf32>
  check.expect_eq_const %1, dense<[1.0, 1.25, 448.0, 448.0, 0.0029296875, -9.765625e-04, 0xFF800000, -0.0]> : tensor<8xf32>
  %fnuz = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf8E4M3FNUZ>
  %2 = stablehlo.convert %fnuz : (tensor<8xf8E4M3FNUZ>) -> tensor<8xf32>
  check.expect_eq_const %2, dense<[1.0, 1.25, 0x7FC00000, 0x7FC00000, 0.0029296875, -9.765625e-04, 0x7FC00000, 0.0]> : tensor<8xf32>
  // Rounded after each op: 1 + 1/16 is 1 again.
  %one = stablehlo.constant dense<1.0> : tensor<f8E4M3FN>
  %small = stablehlo.constant dense<0.0625> : tensor<f8E4M3FN>
  %sum = stablehlo.add %one, %small : tensor<f8E4M3FN>
  %twice = stablehlo.add %sum, %small : tensor<f8E4M3FN>
  %3 = stablehlo.convert %twice : (tensor<f8E4M3FN>) -> tensor<f32>
  check.expect_eq_const %3, dense<1.0> : tensor<f32>
  return
}

func.func public @integers() {
  %x = stablehlo.constant dense<[-8, -1, 3, 7]> : tensor<4xi4>
  %one = stablehlo.constant dense<1> : tensor<4xi4>
  %sum = stablehlo.add %x, %one : tensor<4xi4>
  %0 = stablehlo.convert %sum : (tensor<4xi4>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[-7, 0, 4, -8]> : tensor<4xi32>
  %zeros = stablehlo.count_leading_zeros %x : tensor<4xi4>
  %1 = stablehlo.convert %zeros : (tensor<4xi4>) -> tensor<4xi32>
  check.expect_eq_const %1, dense<[0, 0, 2, 1]> : tensor<4xi32>
  %logical = stablehlo.shift_right_logical %x, %one : tensor<4xi4>
  %2 = stablehlo.convert %logical : (tensor<4xi4>) -> tensor<4xi32>
  check.expect_eq_const %2, dense<[4, 7, 1, 3]> : tensor<4xi32>
  %y = stablehlo.constant dense<[15, 8, 1, 6]> : tensor<4xui4>
  %ones = stablehlo.constant dense<1> : tensor<4xui4>
  %shifted = stablehlo.shift_right_arithmetic %y, %ones : tensor<4xui4>
  %3 = stablehlo.convert %shifted : (tensor<4xui4>) -> tensor<4xi32>
  check.expect_eq_const %3, dense<[15, 12, 0, 3]> : tensor<4xi32>
  %far = stablehlo.constant dense<[-100.0, 100.0, 2.7, -0.5]> : tensor<4xf32>
  %near = stablehlo.convert %far : (tensor<4xf32>) -> tensor<4xi4>
  %4 = stablehlo.convert %near : (tensor<4xi4>) -> tensor<4xi32>
  check.expect_eq_const %4, dense<[-8, 7, 2, 0]> : tensor<4xi32>
  return
}

//--- sharded.mlir
func.func @main(%a: tensor<7x5xf32>, %b: tensor<5x6xf32>) -> (tensor<7x6xf32>, tensor<5x7xf32>, tensor<5xi32>) {
  %0 = stablehlo.convert %a : (tensor<7x5xf32>) -> tensor<7x5xf8E4M3FN>
  %1 = stablehlo.convert %b : (tensor<5x6xf32>) -> tensor<5x6xf8E5M2>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<7x5xf8E4M3FN>, tensor<5x6xf8E5M2>) -> tensor<7x6xf32>
  %3 = stablehlo.transpose %0, dims = [1, 0] : (tensor<7x5xf8E4M3FN>) -> tensor<5x7xf8E4M3FN>
  %4 = stablehlo.reverse %3, dims = [1] : tensor<5x7xf8E4M3FN>
  %5 = stablehlo.convert %4 : (tensor<5x7xf8E4M3FN>) -> tensor<5x7xf32>
  %6 = stablehlo.convert %a : (tensor<7x5xf32>) -> tensor<7x5xi4>
  %zero = stablehlo.constant dense<0> : tensor<i4>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7x5xi4>, tensor<i4>) -> tensor<5xi4>
  %8 = stablehlo.convert %7 : (tensor<5xi4>) -> tensor<5xi32>
  return %2, %5, %8 : tensor<7x6xf32>, tensor<5x7xf32>, tensor<5xi32>
}

//--- bits.mlir
func.func @main(%a: tensor<4x2xi4>) -> tensor<4xi8> {
  %0 = stablehlo.bitcast_convert %a : (tensor<4x2xi4>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

//--- scale.mlir
// Powers of two: ties go up, and what is not positive is NaN, as in ml_dtypes.
func.func public @main() {
  %x = stablehlo.constant dense<[1.0, 1.5, 3.0, 1.49, 0.0, -1.0, 0x7F800000, 0x00000001]> : tensor<8xf32>
  %0 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf8E8M0FNU>
  %1 = stablehlo.convert %0 : (tensor<8xf8E8M0FNU>) -> tensor<8xf32>
  check.expect_eq_const %1, dense<[1.0, 2.0, 4.0, 1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x00400000]> : tensor<8xf32>
  %2 = stablehlo.multiply %0, %0 : tensor<8xf8E8M0FNU>
  %3 = stablehlo.convert %2 : (tensor<8xf8E8M0FNU>) -> tensor<8xf32>
  check.expect_eq_const %3, dense<[1.0, 4.0, 16.0, 1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x00400000]> : tensor<8xf32>
  return
}

//--- groups.mlir
// Sums of three devices: 7 + 7 + 7 is 5 in i4, and floats are rounded once.
sdy.mesh @mesh = <["x"=3]>
func.func @main() -> (tensor<6xi32>, tensor<6xf32>) {
  %a = stablehlo.constant dense<[7, 1, 7, 2, 7, -8]> : tensor<6xi4>
  %b = stablehlo.constant dense<[16.0, 1.0, 1.0, 2.0, 1.0, 0.5]> : tensor<6xf8E4M3FN>
  %0:2 = sdy.manual_computation(%a, %b) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>] manual_axes={"x"} (%i: tensor<2xi4>, %f: tensor<2xf8E4M3FN>) {
    %1 = "stablehlo.all_reduce"(%i) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
    ^bb0(%x: tensor<i4>, %y: tensor<i4>):
      %s = stablehlo.add %x, %y : tensor<i4>
      stablehlo.return %s : tensor<i4>
    }) : (tensor<2xi4>) -> tensor<2xi4>
    %2 = "stablehlo.all_reduce"(%f) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f8E4M3FN>, %y: tensor<f8E4M3FN>):
      %s = stablehlo.add %x, %y : tensor<f8E4M3FN>
      stablehlo.return %s : tensor<f8E4M3FN>
    }) : (tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN>
    sdy.return %1, %2 : tensor<2xi4>, tensor<2xf8E4M3FN>
  } : (tensor<6xi4>, tensor<6xf8E4M3FN>) -> (tensor<6xi4>, tensor<6xf8E4M3FN>)
  %3 = stablehlo.convert %0#0 : (tensor<6xi4>) -> tensor<6xi32>
  %4 = stablehlo.convert %0#1 : (tensor<6xf8E4M3FN>) -> tensor<6xf32>
  check.expect_eq_const %3, dense<[5, -5, 5, -5, 5, -5]> : tensor<6xi32>
  check.expect_eq_const %4, dense<[18.0, 3.5, 18.0, 3.5, 18.0, 3.5]> : tensor<6xf32>
  return %3, %4 : tensor<6xi32>, tensor<6xf32>
}
