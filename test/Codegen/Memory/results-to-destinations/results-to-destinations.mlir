// RUN: dtensor-opt %s --dtensor-results-to-destinations --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @main
// CHECK-SAME: (%[[A:.+]]: memref<4x?xf32>, %[[B:.+]]: memref<2xf32>, %[[OUT:.+]]: memref<4x?xf32>, %[[SCALAR:.+]]: !llvm.ptr)
// CHECK-DAG: %[[DEST:.+]] = bufferization.to_tensor %[[OUT]] restrict writable
// CHECK-DAG: bufferization.to_tensor %[[A]] restrict :
// CHECK-DAG: bufferization.to_tensor %[[B]] restrict writable
// CHECK: llvm.store %{{.+}}, %[[SCALAR]]
// CHECK: %[[W:.+]] = bufferization.materialize_in_destination %{{.+}} in %[[DEST]]
// CHECK: bufferization.materialize_in_destination %[[W]] in writable %[[OUT]]
// CHECK: return{{$}}
func.func @main(%a: tensor<4x?xf32>, %b: tensor<2xf32> {bufferization.writable = true}) -> (tensor<4x?xf32>, i32) {
  %c = arith.constant 7 : i32
  return %a, %c : tensor<4x?xf32>, i32
}

// -----

dtensor.mesh @mesh <x=2>

// Of results that devices divide, it is known which memory is theirs. Memory of
// an argument is not.
// CHECK-LABEL: @divided
// CHECK-SAME: %arg2: memref<2xf32> {comm.result, dtensor.layout = #dtensor.layout<@mesh, [x]>}
// CHECK-SAME: %arg3: memref<2xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
func.func @divided(%a: tensor<2xf32>, %b: tensor<2xf32> {dtensor.donated = 1 : i64, dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<2xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
        tensor<2xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  return %a, %a : tensor<2xf32>, tensor<2xf32>
}

// -----

func.func @even(%n: i32) -> i32 {
  // expected-error@+1 {{call of @even cannot be inlined: recursion is not supported}}
  %r = func.call @even(%n) : (i32) -> i32
  return %r : i32
}

// -----

// expected-error@+1 {{required: ranked tensors and scalars as arguments and results; found 'tensor<*xf32>'}}
func.func @unranked(%a: tensor<*xf32>) {
  return
}
