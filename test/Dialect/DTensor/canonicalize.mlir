// RUN: dtensor-opt %s --canonicalize | FileCheck %s

dtensor.mesh @mesh <x=2, y=4>

// CHECK-LABEL: func @same_layout
// CHECK-SAME: %[[A:[^:]*]]: tensor<8xf32>
func.func @same_layout(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<8xf32> {
  // CHECK-NEXT: return %[[A]]
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [x]>
  return %0 : tensor<8xf32>
}

// The order in which partial dimensions are written makes no difference.
// CHECK-LABEL: func @same_partial
// CHECK-SAME: %[[A:[^:]*]]: tensor<8xf32>
func.func @same_partial(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>, partial<avg, [y]>>}) -> tensor<8xf32> {
  // CHECK-NEXT: return %[[A]]
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [unsharded], partial<avg, [y]>, partial<sum, [x]>>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @other_layout
func.func @other_layout(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-COUNT-2: dtensor.relayout
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [y]>
  %1 = dtensor.relayout %b : tensor<8xf32> to <@mesh, [y]>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @only_the_last_counts
// CHECK-SAME: %[[A:[^:]*]]: tensor<8xf32>
func.func @only_the_last_counts(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[R:.*]] = dtensor.relayout %[[A]] : tensor<8xf32> to <@mesh, [y]> because "second"
  // CHECK-NEXT: return %[[R]]
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [x]> because "first"
  %1 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [y]> because "second"
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func @there_and_back
// CHECK-SAME: %[[A:[^:]*]]: tensor<8xf32>
func.func @there_and_back(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<8xf32> {
  // CHECK-NEXT: return %[[A]]
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [y]>
  %1 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [x]>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func @results_of_ops
func.func @results_of_ops() -> tensor<8xf32> {
  // CHECK-NEXT: %[[E:.*]] = tensor.empty
  // CHECK-NEXT: return %[[E]]
  %0 = tensor.empty() {dtensor.layouts = [#dtensor.layout<@mesh, [x]>]} : tensor<8xf32>
  %1 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [x]>
  return %1 : tensor<8xf32>
}

// A user's annotation stays.
// CHECK-LABEL: func @constrained
func.func @constrained(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<8xf32> {
  // CHECK-COUNT-2: dtensor.constrain
  // CHECK-NOT: dtensor.relayout
  %0 = dtensor.constrain %a : tensor<8xf32> to #dtensor.layout<@mesh, [x]>
  %1 = dtensor.constrain %0 : tensor<8xf32> to #dtensor.layout<@mesh, [y]>
  %2 = dtensor.relayout %1 : tensor<8xf32> to <@mesh, [y]>
  return %2 : tensor<8xf32>
}

// CHECK-LABEL: func @local_map
func.func @local_map(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: dtensor.local_map
  // CHECK-NOT: dtensor.relayout
  %0 = dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [#dtensor.layout<@mesh, [x]>] {
  ^bb0(%c: tensor<4xf32>):
    dtensor.local_yield %c : tensor<4xf32>
  } -> tensor<8xf32>
  %1 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [x]>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func @loop
func.func @loop(%a: tensor<8xf32>, %n: index, %m: index) -> tensor<8xf32> {
  // CHECK: scf.for
  // CHECK-NOT: dtensor.relayout
  %0 = scf.for %i = %n to %m step %m iter_args(%b = %a) -> (tensor<8xf32>) {
    %1 = dtensor.relayout %b : tensor<8xf32> to <@mesh, [x]>
    %2 = linalg.exp ins(%1 : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  } {dtensor.block_layouts = [unit, #dtensor.layout<@mesh, [x]>]}
  return %0 : tensor<8xf32>
}
