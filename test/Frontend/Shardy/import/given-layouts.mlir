// Layouts can be given to a program with a mesh of its own, on that mesh. They count more than the
// program's shardings.
//
// RUN: dtensor-run %s --mesh x=2 --layout arg1=unsharded,x --layout arg2=x,unsharded --layout result0=x,unsharded --random-inputs 1 --check --print-layouts | FileCheck %s
// CHECK:      %a {{.*}} x,unsharded
// CHECK-NEXT: %b {{.*}} unsharded,x
// CHECK-NEXT: %c {{.*}} x,unsharded
//
// RUN: not dtensor-run %s --mesh x=3 --random-inputs 1 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: the program has the mesh x=2 of its own; required: no other one, found @{{.*}} <x=3>

sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<4x6xf32>,
    %c: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.add %a, %b : tensor<4x6xf32>
  %1 = stablehlo.add %0, %c : tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
