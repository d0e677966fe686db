// RUN: dtensor-opt %s --mesh x=2 --layout arg0=x,unsharded --layout "result0=unsharded,x" | FileCheck %s
// RUN: echo '{"mesh": {"x": 2}, "args": [[["x"], []], null], "results": [[[], ["x"]]]}' > %t.json
// RUN: dtensor-opt %s --layouts %t.json | FileCheck %s
// RUN: dtensor-opt %s --entry other --devices 3 --layout arg0=x | FileCheck %s --check-prefix=OTHER
// RUN: dtensor-opt %s --mesh x=2 --layout arg0=x,unsharded --dtensor-partition | FileCheck %s --check-prefix=LOCAL

// RUN: not dtensor-opt %s --mesh x=2 --layout arg7=x 2>&1 | FileCheck %s --check-prefix=POSITION
// RUN: not dtensor-opt %s --layout arg0=x,unsharded 2>&1 | FileCheck %s --check-prefix=NO-MESH
// RUN: not dtensor-opt %s --mesh x=2, 2>&1 | FileCheck %s --check-prefix=BAD-MESH
// RUN: not dtensor-opt %s --entry third --mesh x=2 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not dtensor-opt %t.absent --mesh x=2 2>&1 | FileCheck %s --check-prefix=FILE

// POSITION: error: there is no arg7: the function has 2 arguments
// NO-MESH: error: layouts need a mesh, and the program has none
// BAD-MESH: error: a mesh must be a list like 'x=2,y=4'
// ENTRY: error: {{.*}}third
// FILE: error: cannot open input file

// CHECK: dtensor.mesh @mesh <x=2>
// CHECK: func.func @main(%{{.*}}: tensor<8x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
// CHECK-SAME: %{{.*}}: tensor<8x6xf32>) -> (tensor<8x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
// OTHER: dtensor.mesh @mesh <x=3>
// LOCAL: func.func @main(%{{.*}}: tensor<4x6xf32>
func.func @main(%a: tensor<8x6xf32>, %b: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = arith.addf %a, %b : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// OTHER: func.func @other(%{{.*}}: tensor<5xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
func.func @other(%a: tensor<5xf32>) -> tensor<5xf32> {
  return %a : tensor<5xf32>
}
