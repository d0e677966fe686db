// Names and signs of arguments and results survive import: a tuple gives each
// of its elements a name, and JAX names results.
// RUN: dtensor-compile %s -o %t.ll --mcpu=generic
// RUN: FileCheck %s --input-file %t.ll

// CHECK-DAG: @[[WEIGHTS:[0-9]+]] = private constant [8 x i8] c"weights\00"
// CHECK-DAG: @[[FIRST:[0-9]+]] = private constant [4 x i8] c"t.0\00"
// CHECK-DAG: @[[SECOND:[0-9]+]] = private constant [4 x i8] c"t.1\00"
// CHECK-DAG: @[[W:[0-9]+]] = private constant [12 x i8] c"result['w']\00"
// CHECK-DAG: @[[RESULT:[0-9]+]] = private constant [8 x i8] c"result1\00"
// Element type, rank, whether it is unsigned, donor, shape, layout, name, and
// whether it is shared.
// CHECK: [{ {{[^}]*}} } { i32 3, i32 1, i32 1, i32 -1, ptr @{{[0-9]+}}, ptr @{{[0-9]+}}, ptr @[[WEIGHTS]], i32 0 }, { {{[^}]*}} } { i32 1, i32 1, i32 0, {{[^}]*}}, ptr @[[FIRST]], i32 0 }, { {{[^}]*}} } { i32 7, i32 0, i32 0, {{[^}]*}}, ptr @[[SECOND]], i32 0 }, { {{[^}]*}} } { i32 3, i32 1, i32 1, {{[^}]*}}, ptr @[[W]], i32 0 }, { {{[^}]*}} } { i32 1, i32 1, i32 0, {{[^}]*}}, ptr @[[RESULT]], i32 0 }]
// CHECK: @[[REPORT:[0-9]+]] = {{.*}} c"{\0A  \22devices\22: 1,{{.*}}\22peak_bytes\22: 40,
// CHECK: @main__program = constant {{.*}}, i64 40, ptr @[[REPORT]], i64 {{-?[0-9]+}} }
func.func @main(%weights: tensor<4xui32>,
                %t: tuple<tensor<2xi8>, tensor<f32>>)
    -> (tensor<4xui32> {jax.result_info = "result['w']"}, tensor<2xi8>) {
  %0 = stablehlo.add %weights, %weights : tensor<4xui32>
  %1 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xi8>, tensor<f32>>) -> tensor<2xi8>
  return %0, %1 : tensor<4xui32>, tensor<2xi8>
}
