// What jax.lax.associative_scan is traced to: ((a, b), (c, d)) -> (ac, bc + d) over
// nine pairs from the last to the first. Of each device but one the product and
// the sum are received, three times eight bytes.
// RUN: dtensor-run %s --check --report 2>&1 | FileCheck %s
// RUN: dtensor-opt %s --dtensor-import | FileCheck %s --check-prefix=IMPORT
// RUN: dtensor-run %s --remarks-filter=dtensor-layouts 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: all_gather x 4 1 24
// CHECK-NOT: fetch
// IMPORT-NOT: extract_slice
// IMPORT: linalg_ext.scan {{.*}} axis = 0 reverse
// IMPORT-NOT: linalg_ext.reverse
// REMARK: slices and joins along axis 0 are a scan of 2 tensors
sdy.mesh @mesh = <["x"=4]>
func.func @main() {
  %a = stablehlo.constant dense<[2, -1, 3, 1, -2, 2, 1, -3, 2]> : tensor<9xi32>
  %b = stablehlo.constant dense<[1, 4, -2, 3, 0, 5, -1, 2, 7]> : tensor<9xi32>
  %arg0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<9xi32>
  %arg1 = sdy.sharding_constraint %b <@mesh, [{"x"}]> : tensor<9xi32>
  %0 = stablehlo.reverse %arg0, dims = [0] : tensor<9xi32>
  %1 = stablehlo.reverse %arg1, dims = [0] : tensor<9xi32>
  %2 = stablehlo.slice %0 [0:8:2] : (tensor<9xi32>) -> tensor<4xi32>
  %3 = stablehlo.slice %1 [0:8:2] : (tensor<9xi32>) -> tensor<4xi32>
  %4 = stablehlo.slice %0 [1:9:2] : (tensor<9xi32>) -> tensor<4xi32>
  %5 = stablehlo.slice %1 [1:9:2] : (tensor<9xi32>) -> tensor<4xi32>
  %6 = stablehlo.multiply %2, %4 : tensor<4xi32>
  %7 = stablehlo.multiply %4, %3 : tensor<4xi32>
  %8 = stablehlo.add %7, %5 : tensor<4xi32>
  %9 = stablehlo.slice %6 [0:3:2] : (tensor<4xi32>) -> tensor<2xi32>
  %10 = stablehlo.slice %8 [0:3:2] : (tensor<4xi32>) -> tensor<2xi32>
  %11 = stablehlo.slice %6 [1:4:2] : (tensor<4xi32>) -> tensor<2xi32>
  %12 = stablehlo.slice %8 [1:4:2] : (tensor<4xi32>) -> tensor<2xi32>
  %13 = stablehlo.multiply %9, %11 : tensor<2xi32>
  %14 = stablehlo.multiply %11, %10 : tensor<2xi32>
  %15 = stablehlo.add %14, %12 : tensor<2xi32>
  %16 = stablehlo.slice %13 [0:1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %17 = stablehlo.slice %15 [0:1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %18 = stablehlo.slice %13 [1:2:2] : (tensor<2xi32>) -> tensor<1xi32>
  %19 = stablehlo.slice %15 [1:2:2] : (tensor<2xi32>) -> tensor<1xi32>
  %20 = stablehlo.multiply %16, %18 : tensor<1xi32>
  %21 = stablehlo.multiply %18, %17 : tensor<1xi32>
  %22 = stablehlo.add %21, %19 : tensor<1xi32>
  %23 = stablehlo.slice %20 [0:0] : (tensor<1xi32>) -> tensor<0xi32>
  %24 = stablehlo.slice %22 [0:0] : (tensor<1xi32>) -> tensor<0xi32>
  %25 = stablehlo.slice %13 [2:2:2] : (tensor<2xi32>) -> tensor<0xi32>
  %26 = stablehlo.slice %15 [2:2:2] : (tensor<2xi32>) -> tensor<0xi32>
  %27 = stablehlo.multiply %23, %25 : tensor<0xi32>
  %28 = stablehlo.multiply %25, %24 : tensor<0xi32>
  %29 = stablehlo.add %28, %26 : tensor<0xi32>
  %30 = stablehlo.slice %13 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %31 = stablehlo.concatenate %30, %27, dim = 0 : (tensor<1xi32>, tensor<0xi32>) -> tensor<1xi32>
  %32 = stablehlo.slice %15 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %33 = stablehlo.concatenate %32, %29, dim = 0 : (tensor<1xi32>, tensor<0xi32>) -> tensor<1xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %34 = stablehlo.pad %31, %c, low = [0], high = [1], interior = [1] : (tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %35 = stablehlo.pad %20, %c_0, low = [1], high = [0], interior = [1] : (tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %36 = stablehlo.add %34, %35 : tensor<2xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %37 = stablehlo.pad %33, %c_1, low = [0], high = [1], interior = [1] : (tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %38 = stablehlo.pad %22, %c_2, low = [1], high = [0], interior = [1] : (tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %39 = stablehlo.add %37, %38 : tensor<2xi32>
  %40 = stablehlo.slice %36 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %41 = stablehlo.slice %39 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %42 = stablehlo.slice %6 [2:4:2] : (tensor<4xi32>) -> tensor<1xi32>
  %43 = stablehlo.slice %8 [2:4:2] : (tensor<4xi32>) -> tensor<1xi32>
  %44 = stablehlo.multiply %40, %42 : tensor<1xi32>
  %45 = stablehlo.multiply %42, %41 : tensor<1xi32>
  %46 = stablehlo.add %45, %43 : tensor<1xi32>
  %47 = stablehlo.slice %6 [0:1] : (tensor<4xi32>) -> tensor<1xi32>
  %48 = stablehlo.concatenate %47, %44, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %49 = stablehlo.slice %8 [0:1] : (tensor<4xi32>) -> tensor<1xi32>
  %50 = stablehlo.concatenate %49, %46, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %c_3 = stablehlo.constant dense<0> : tensor<i32>
  %51 = stablehlo.pad %48, %c_3, low = [0], high = [1], interior = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %52 = stablehlo.pad %36, %c_4, low = [1], high = [0], interior = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %53 = stablehlo.add %51, %52 : tensor<4xi32>
  %c_5 = stablehlo.constant dense<0> : tensor<i32>
  %54 = stablehlo.pad %50, %c_5, low = [0], high = [1], interior = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i32>
  %55 = stablehlo.pad %39, %c_6, low = [1], high = [0], interior = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %56 = stablehlo.add %54, %55 : tensor<4xi32>
  %57 = stablehlo.slice %0 [2:9:2] : (tensor<9xi32>) -> tensor<4xi32>
  %58 = stablehlo.slice %1 [2:9:2] : (tensor<9xi32>) -> tensor<4xi32>
  %59 = stablehlo.multiply %53, %57 : tensor<4xi32>
  %60 = stablehlo.multiply %57, %56 : tensor<4xi32>
  %61 = stablehlo.add %60, %58 : tensor<4xi32>
  %62 = stablehlo.slice %0 [0:1] : (tensor<9xi32>) -> tensor<1xi32>
  %63 = stablehlo.concatenate %62, %59, dim = 0 : (tensor<1xi32>, tensor<4xi32>) -> tensor<5xi32>
  %64 = stablehlo.slice %1 [0:1] : (tensor<9xi32>) -> tensor<1xi32>
  %65 = stablehlo.concatenate %64, %61, dim = 0 : (tensor<1xi32>, tensor<4xi32>) -> tensor<5xi32>
  %c_7 = stablehlo.constant dense<0> : tensor<i32>
  %66 = stablehlo.pad %63, %c_7, low = [0], high = [0], interior = [1] : (tensor<5xi32>, tensor<i32>) -> tensor<9xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %67 = stablehlo.pad %53, %c_8, low = [1], high = [1], interior = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<9xi32>
  %68 = stablehlo.add %66, %67 : tensor<9xi32>
  %c_9 = stablehlo.constant dense<0> : tensor<i32>
  %69 = stablehlo.pad %65, %c_9, low = [0], high = [0], interior = [1] : (tensor<5xi32>, tensor<i32>) -> tensor<9xi32>
  %c_10 = stablehlo.constant dense<0> : tensor<i32>
  %70 = stablehlo.pad %56, %c_10, low = [1], high = [1], interior = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<9xi32>
  %71 = stablehlo.add %69, %70 : tensor<9xi32>
  %72 = stablehlo.reverse %68, dims = [0] : tensor<9xi32>
  %73 = stablehlo.reverse %71, dims = [0] : tensor<9xi32>
  check.expect_eq_const %72, dense<[-144, -72, 72, 24, 24, -12, -6, -6, 2]> : tensor<9xi32>
  check.expect_eq_const %73, dense<[-425, -213, 217, 73, 70, -35, -20, -19, 7]> : tensor<9xi32>
  return
}
