// RUN: dtensor-opt %s --dtensor-copy-loop-carried | FileCheck %s

// CHECK-LABEL: @new_value
// CHECK: scf.for {{.*}} iter_args(%[[T:.+]] = %{{.+}})
// CHECK: %[[N:.+]] = linalg.exp
// CHECK: %[[M:.+]] = bufferization.materialize_in_destination %[[N]] in %[[T]]
// CHECK: scf.yield %[[M]]
func.func @new_value(%a: tensor<4xf32>, %lb: index, %ub: index, %s: index) -> tensor<4xf32> {
  %r = scf.for %i = %lb to %ub step %s iter_args(%t = %a) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %n = linalg.exp ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// What is written into the carried tensor is in its buffer already.
// CHECK-LABEL: @in_place
// CHECK-NOT: materialize_in_destination
func.func @in_place(%a: tensor<4xf32>, %x: f32, %lb: index, %ub: index, %s: index) -> tensor<4xf32> {
  %r = scf.for %i = %lb to %ub step %s iter_args(%t = %a) -> tensor<4xf32> {
    %n = tensor.insert %x into %t[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Two carried tensors change places: both are read before one is written.
// CHECK-LABEL: @swap
// CHECK: scf.for {{.*}} iter_args(%[[S:.+]] = %{{.+}}, %[[T:.+]] = %{{.+}})
// CHECK: %[[C0:.+]] = bufferization.alloc_tensor() copy(%[[T]])
// CHECK: %[[C1:.+]] = bufferization.alloc_tensor() copy(%[[S]])
// CHECK: bufferization.materialize_in_destination %[[C0]] in %[[S]]
// CHECK: bufferization.materialize_in_destination %[[C1]] in %[[T]]
func.func @swap(%a: tensor<4xf32>, %b: tensor<4xf32>, %lb: index, %ub: index, %s: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.for %i = %lb to %ub step %s iter_args(%u = %a, %v = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %v, %u : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
