// One factor for each row of two numbers, which is repeated along them: of each
// device but one two factors and two sums are received. Only the sums are asked
// for.
// RUN: dtensor-run %s --check --report 2>&1 | FileCheck %s
// RUN: dtensor-opt %s --dtensor-import | FileCheck %s --check-prefix=IMPORT

// CHECK: all_gather x 3 1 32
// CHECK-NOT: fetch
// IMPORT-NOT: extract_slice
// IMPORT: linalg.generic {{.*}} ins(%{{.*}} : tensor<9xi32>) outs(%{{.*}} : tensor<9x2xi32>)
// IMPORT: linalg_ext.scan ins(%{{.*}}, %{{.*}} : tensor<9x2xi32>, tensor<9x2xi32>) {{.*}} axis = 0 {
sdy.mesh @mesh = <["x"=3]>
func.func @main() {
  %a = stablehlo.constant dense<[2, -1, 3, 1, -2, 2, 1, -3, 2]> : tensor<9xi32>
  %b = stablehlo.constant dense<[[1, 4], [-2, 3], [0, 5], [-1, 2], [7, 1], [2, -2], [3, 0], [1, 1], [-4, 6]]> : tensor<9x2xi32>
  %arg0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<9xi32>
  %arg1 = sdy.sharding_constraint %b <@mesh, [{"x"}, {}]> : tensor<9x2xi32>
  %0 = stablehlo.slice %arg0 [0:8:2] : (tensor<9xi32>) -> tensor<4xi32>
  %1 = stablehlo.slice %arg1 [0:8:2, 0:2] : (tensor<9x2xi32>) -> tensor<4x2xi32>
  %2 = stablehlo.slice %arg0 [1:9:2] : (tensor<9xi32>) -> tensor<4xi32>
  %3 = stablehlo.slice %arg1 [1:9:2, 0:2] : (tensor<9x2xi32>) -> tensor<4x2xi32>
  %4 = stablehlo.multiply %0, %2 : tensor<4xi32>
  %5 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<4x1xi32>) -> tensor<4x2xi32>
  %7 = stablehlo.multiply %6, %1 : tensor<4x2xi32>
  %8 = stablehlo.add %7, %3 : tensor<4x2xi32>
  %9 = stablehlo.slice %4 [0:3:2] : (tensor<4xi32>) -> tensor<2xi32>
  %10 = stablehlo.slice %8 [0:3:2, 0:2] : (tensor<4x2xi32>) -> tensor<2x2xi32>
  %11 = stablehlo.slice %4 [1:4:2] : (tensor<4xi32>) -> tensor<2xi32>
  %12 = stablehlo.slice %8 [1:4:2, 0:2] : (tensor<4x2xi32>) -> tensor<2x2xi32>
  %13 = stablehlo.multiply %9, %11 : tensor<2xi32>
  %14 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<2x1xi32>) -> tensor<2x2xi32>
  %16 = stablehlo.multiply %15, %10 : tensor<2x2xi32>
  %17 = stablehlo.add %16, %12 : tensor<2x2xi32>
  %18 = stablehlo.slice %17 [0:1:2, 0:2] : (tensor<2x2xi32>) -> tensor<1x2xi32>
  %19 = stablehlo.slice %13 [1:2:2] : (tensor<2xi32>) -> tensor<1xi32>
  %20 = stablehlo.slice %17 [1:2:2, 0:2] : (tensor<2x2xi32>) -> tensor<1x2xi32>
  %21 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<1xi32>) -> tensor<1x1xi32>
  %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<1x2xi32>
  %23 = stablehlo.multiply %22, %18 : tensor<1x2xi32>
  %24 = stablehlo.add %23, %20 : tensor<1x2xi32>
  %25 = stablehlo.slice %24 [0:0, 0:2] : (tensor<1x2xi32>) -> tensor<0x2xi32>
  %26 = stablehlo.slice %13 [2:2:2] : (tensor<2xi32>) -> tensor<0xi32>
  %27 = stablehlo.slice %17 [2:2:2, 0:2] : (tensor<2x2xi32>) -> tensor<0x2xi32>
  %28 = stablehlo.broadcast_in_dim %26, dims = [0] : (tensor<0xi32>) -> tensor<0x1xi32>
  %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<0x1xi32>) -> tensor<0x2xi32>
  %30 = stablehlo.multiply %29, %25 : tensor<0x2xi32>
  %31 = stablehlo.add %30, %27 : tensor<0x2xi32>
  %32 = stablehlo.slice %17 [0:1, 0:2] : (tensor<2x2xi32>) -> tensor<1x2xi32>
  %33 = stablehlo.concatenate %32, %31, dim = 0 : (tensor<1x2xi32>, tensor<0x2xi32>) -> tensor<1x2xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %34 = stablehlo.pad %33, %c, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<1x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %35 = stablehlo.pad %24, %c_0, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<1x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  %36 = stablehlo.add %34, %35 : tensor<2x2xi32>
  %37 = stablehlo.slice %36 [0:1, 0:2] : (tensor<2x2xi32>) -> tensor<1x2xi32>
  %38 = stablehlo.slice %4 [2:4:2] : (tensor<4xi32>) -> tensor<1xi32>
  %39 = stablehlo.slice %8 [2:4:2, 0:2] : (tensor<4x2xi32>) -> tensor<1x2xi32>
  %40 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<1xi32>) -> tensor<1x1xi32>
  %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<1x2xi32>
  %42 = stablehlo.multiply %41, %37 : tensor<1x2xi32>
  %43 = stablehlo.add %42, %39 : tensor<1x2xi32>
  %44 = stablehlo.slice %8 [0:1, 0:2] : (tensor<4x2xi32>) -> tensor<1x2xi32>
  %45 = stablehlo.concatenate %44, %43, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %46 = stablehlo.pad %45, %c_1, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<4x2xi32>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %47 = stablehlo.pad %36, %c_2, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<4x2xi32>
  %48 = stablehlo.add %46, %47 : tensor<4x2xi32>
  %49 = stablehlo.slice %arg0 [2:9:2] : (tensor<9xi32>) -> tensor<4xi32>
  %50 = stablehlo.slice %arg1 [2:9:2, 0:2] : (tensor<9x2xi32>) -> tensor<4x2xi32>
  %51 = stablehlo.broadcast_in_dim %49, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<4x1xi32>) -> tensor<4x2xi32>
  %53 = stablehlo.multiply %52, %48 : tensor<4x2xi32>
  %54 = stablehlo.add %53, %50 : tensor<4x2xi32>
  %55 = stablehlo.slice %arg1 [0:1, 0:2] : (tensor<9x2xi32>) -> tensor<1x2xi32>
  %56 = stablehlo.concatenate %55, %54, dim = 0 : (tensor<1x2xi32>, tensor<4x2xi32>) -> tensor<5x2xi32>
  %c_3 = stablehlo.constant dense<0> : tensor<i32>
  %57 = stablehlo.pad %56, %c_3, low = [0, 0], high = [0, 0], interior = [1, 0] : (tensor<5x2xi32>, tensor<i32>) -> tensor<9x2xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %58 = stablehlo.pad %48, %c_4, low = [1, 0], high = [1, 0], interior = [1, 0] : (tensor<4x2xi32>, tensor<i32>) -> tensor<9x2xi32>
  %59 = stablehlo.add %57, %58 : tensor<9x2xi32>
  check.expect_eq_const %59, dense<[[1, 4], [-3, -1], [-9, 2], [-10, 4], [27, -7], [56, -16], [59, -16], [-176, 49], [-356, 104]]> : tensor<9x2xi32>
  return
}
