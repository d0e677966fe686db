// RUN: dtensor-opt %s --dtensor-eliminate-empty-tensors | FileCheck %s

// What is written goes to its place at once.
// CHECK-LABEL: @direct
// CHECK: linalg.exp ins(%arg0 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>)
func.func @direct(%a: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = bufferization.materialize_in_destination %x in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// What a branch hands on does not.
// CHECK-LABEL: @branch
// CHECK: %[[E:.+]] = tensor.empty
// CHECK: linalg.exp ins(%arg0 : tensor<4xf32>) outs(%[[E]] : tensor<4xf32>)
func.func @branch(%a: tensor<4xf32>, %p: i1, %out: tensor<4xf32>) -> tensor<4xf32> {
  %b = scf.if %p -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  } else {
    %e = tensor.empty() : tensor<4xf32>
    %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  }
  %r = bufferization.materialize_in_destination %b in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Nor what a branch yields besides.
// CHECK-LABEL: @yielded_too
// CHECK: %[[E:.+]] = tensor.empty
// CHECK: linalg.exp ins(%arg0 : tensor<4xf32>) outs(%[[E]] : tensor<4xf32>)
func.func @yielded_too(%a: tensor<4xf32>, %p: i1, %out: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = scf.if %p -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  %r = bufferization.materialize_in_destination %x in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r, %b : tensor<4xf32>, tensor<4xf32>
}

// What a loop writes into its place is not brought there once more.
// CHECK-LABEL: @loop
// CHECK: %[[R:.+]] = scf.for {{.*}} iter_args(%{{.*}} = %arg1)
// CHECK-NOT: materialize_in_destination
// CHECK: return %[[R]]
func.func @loop(%a: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4xf32>
  %x = scf.for %i = %c0 to %c4 step %c1 iter_args(%b = %e) -> (tensor<4xf32>) {
    %from = tensor.extract_slice %a[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %to = tensor.extract_slice %b[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %y = linalg.exp ins(%from : tensor<1xf32>) outs(%to : tensor<1xf32>) -> tensor<1xf32>
    %n = tensor.insert_slice %y into %b[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  %r = bufferization.materialize_in_destination %x in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Only in the branch it is known that the extents are equal.
// CHECK-LABEL: @guarded
// CHECK: %[[E:.+]] = tensor.empty
// CHECK: linalg.exp ins(%arg0 : tensor<?xf32>) outs(%[[E]] : tensor<?xf32>)
func.func @guarded(%a: tensor<?xf32>, %n: index, %same: i1, %out: tensor<?xf32>) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %x = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = scf.if %same -> tensor<?xf32> {
    %m = bufferization.materialize_in_destination %x in %out : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %m : tensor<?xf32>
  } else {
    %own = bufferization.alloc_tensor() copy(%x) : tensor<?xf32>
    scf.yield %own : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Nor what is read after it was overwritten.
// CHECK-LABEL: @read_after
// CHECK: linalg.exp ins(%arg0 : tensor<4xf32>) outs(%arg2 : tensor<4xf32>)
func.func @read_after(%a: tensor<4xf32>, %one: tensor<4xf32>, %two: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %s = arith.addf %acc, %in : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %r = bufferization.materialize_in_destination %y in %one : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %q = bufferization.materialize_in_destination %x in %two : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r, %q : tensor<4xf32>, tensor<4xf32>
}

// Nor where a loop overwrites it.
// CHECK-LABEL: @read_after_loop
// CHECK: linalg.exp ins(%arg0 : tensor<4xf32>) outs(%arg2 : tensor<4xf32>)
func.func @read_after_loop(%a: tensor<4xf32>, %one: tensor<4xf32>, %two: tensor<4xf32>, %go: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %y = scf.while (%v = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%go) %v : tensor<4xf32>
  } do {
  ^bb0(%v: tensor<4xf32>):
    %n = bufferization.materialize_in_destination %a in %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  %r = bufferization.materialize_in_destination %y in %one : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %q = bufferization.materialize_in_destination %x in %two : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r, %q : tensor<4xf32>, tensor<4xf32>
}
