// RUN: dtensor-opt %s -dtensor-share-relayouts -verify-roundtrip | FileCheck %s

dtensor.mesh @mesh <x=2, y=2>

// Both users gather along y; one also along x: it starts from what the other has.
// CHECK-LABEL: func @gathers
// CHECK: %[[Y:.*]] = dtensor.relayout %arg0 {{.*}}[x]
// CHECK: %[[XY:.*]] = dtensor.relayout %[[Y]] {{.*}}[unsharded]
// CHECK: return %[[XY]], %[[Y]]
func.func @gathers(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y]>})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>},
        tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [unsharded]>
  %1 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [x]>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// A sum that one user needs whole and another in parts is reduced once.
// CHECK-LABEL: func @sum
// CHECK: %[[X:.*]] = dtensor.relayout %arg0 {{.*}}[x]
// CHECK: %[[R:.*]] = dtensor.relayout %[[X]] {{.*}}[unsharded]
// CHECK: return %[[R]], %[[X]]
func.func @sum(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>},
        tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [unsharded]>
  %1 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [x]>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// What costs nothing starts from the value itself.
// CHECK-LABEL: func @slices
// CHECK: dtensor.relayout %arg0 {{.*}}[x]
// CHECK: dtensor.relayout %arg0 {{.*}}[y]
func.func @slices(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
        tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [y]>}) {
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [x]>
  %1 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [y]>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
