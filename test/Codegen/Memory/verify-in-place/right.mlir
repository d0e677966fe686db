// RUN: dtensor-opt %s --dtensor-verify-in-place -split-input-file -verify-diagnostics

// Who is read afterwards gets a buffer of its own: nothing is lost.
func.func @kept(%m: memref<4xf32>) -> tensor<4xf32> {
  %a = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %b = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %c = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

// Rows are computed where they belong, in a loop that a branch may leave out.
func.func @rows(%m: memref<4x8xf32>, %p: i1, %n: index) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = bufferization.to_tensor %m restrict writable : memref<4x8xf32> to tensor<4x8xf32>
  %r = scf.if %p -> tensor<4x8xf32> {
    %l = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<4x8xf32> {
      %s = tensor.extract_slice %t[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
      %e = linalg.exp ins(%s : tensor<8xf32>) outs(%s : tensor<8xf32>) -> tensor<8xf32>
      %u = tensor.insert_slice %e into %t[%i, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
      scf.yield %u : tensor<4x8xf32>
    }
    scf.yield %l : tensor<4x8xf32>
  } else {
    scf.yield %a : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// -----

// The two carried tensors change places, over a copy.
func.func @swap(%m: memref<4xf32>, %k: memref<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %b = bufferization.to_tensor %k restrict writable : memref<4xf32> to tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    %c = bufferization.alloc_tensor() copy(%x) : tensor<4xf32>
    %u = bufferization.materialize_in_destination %y in %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %v = bufferization.materialize_in_destination %c in %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %u, %v : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A copy of a tensor onto itself loses nothing that is read afterwards.
func.func @onto_itself(%m: memref<4xf32>, %k: memref<4xf32>, %x: tensor<4xf32>, %p: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %b = bufferization.to_tensor %k restrict writable : memref<4xf32> to tensor<4xf32>
  %e = linalg.exp ins(%x : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %c = linalg.copy ins(%e : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %d = linalg.copy ins(%e : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %c, %d : tensor<4xf32>, tensor<4xf32>
}

// -----

// A slice is overwritten in place; the tensor around it is copied, and the
// slice takes the place of the one that is lost.
func.func @slice_of_copy(%m: memref<12xf32>, %p: i1, %i: index, %n: index) -> tensor<12xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = bufferization.to_tensor %m restrict : memref<12xf32> to tensor<12xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<12xf32> {
    %b = scf.if %p -> tensor<12xf32> {
      %s = tensor.extract_slice %t[%i] [1] [1] : tensor<12xf32> to tensor<1xf32>
      %e = linalg.exp ins(%s : tensor<1xf32>) outs(%s : tensor<1xf32>) -> tensor<1xf32>
      %u = tensor.insert_slice %e into %t[%i] [1] [1] : tensor<1xf32> into tensor<12xf32>
      scf.yield %u : tensor<12xf32>
    } else {
      %empty = tensor.empty() : tensor<12xf32>
      %e = linalg.exp ins(%t : tensor<12xf32>) outs(%empty : tensor<12xf32>) -> tensor<12xf32>
      scf.yield %e : tensor<12xf32>
    }
    %c = linalg.copy ins(%b : tensor<12xf32>) outs(%t : tensor<12xf32>) -> tensor<12xf32>
    scf.yield %c : tensor<12xf32>
  }
  return %r : tensor<12xf32>
}

// -----

// A slice goes from the condition of a loop to its body: that is a copy, so the
// tensor around it may be overwritten before the slice is read.
func.func @slice_of_condition(%m: memref<3x3xf32>, %o: memref<2x3xf32>, %k: memref<3x3xf32>, %p: i1) -> tensor<2x3xf32> {
  %a = bufferization.to_tensor %m restrict : memref<3x3xf32> to tensor<3x3xf32>
  %b = bufferization.to_tensor %k restrict : memref<3x3xf32> to tensor<3x3xf32>
  %c = bufferization.to_tensor %o restrict : memref<2x3xf32> to tensor<2x3xf32>
  %r:3 = scf.while (%t = %a, %u = %c) : (tensor<3x3xf32>, tensor<2x3xf32>) -> (tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
    %s = tensor.extract_slice %t[1, 0] [2, 3] [1, 1] : tensor<3x3xf32> to tensor<2x3xf32>
    scf.condition(%p) %t, %u, %s : tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
  } do {
  ^bb0(%t: tensor<3x3xf32>, %u: tensor<2x3xf32>, %s: tensor<2x3xf32>):
    %d = linalg.copy ins(%b : tensor<3x3xf32>) outs(%t : tensor<3x3xf32>) -> tensor<3x3xf32>
    %e = linalg.copy ins(%s : tensor<2x3xf32>) outs(%u : tensor<2x3xf32>) -> tensor<2x3xf32>
    scf.yield %d, %e : tensor<3x3xf32>, tensor<2x3xf32>
  }
  return %r#1 : tensor<2x3xf32>
}

// -----

// One way of a branch leaves the same tensor in both results, so the second
// result is in one buffer either way; the first is the tensor still.
func.func @both_results(%m: memref<4xf32>, %o: memref<4xf32>, %p: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %b = bufferization.to_tensor %o restrict writable : memref<4xf32> to tensor<4xf32>
  %r:2 = scf.if %p -> (tensor<4xf32>, tensor<4xf32>) {
    %e = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %e, %e : tensor<4xf32>, tensor<4xf32>
  } else {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  %x = bufferization.alloc_tensor() : tensor<4xf32>
  %y = bufferization.alloc_tensor() : tensor<4xf32>
  %c = linalg.copy ins(%r#0 : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %d = linalg.copy ins(%r#1 : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %c, %d : tensor<4xf32>, tensor<4xf32>
}

// -----

// A part that a turn alone gets is copied, and outlives what it was taken of.
func.func @part_of_carried(%m: memref<4xf32>, %n: index, %p: i1, %q: i1) -> tensor<?xf32> {
  %a = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %x = arith.constant 1.0 : f32
  %z = tensor.extract_slice %a[0] [%n] [1] : tensor<4xf32> to tensor<?xf32>
  %r:3 = scf.while (%t = %a, %s = %z) : (tensor<4xf32>, tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>, tensor<?xf32>) {
    %part = tensor.extract_slice %t[0] [%n] [1] : tensor<4xf32> to tensor<?xf32>
    scf.condition(%p) %t, %s, %part : tensor<4xf32>, tensor<?xf32>, tensor<?xf32>
  } do {
  ^bb0(%u: tensor<4xf32>, %s: tensor<?xf32>, %part: tensor<?xf32>):
    %w = linalg.fill ins(%x : f32) outs(%u : tensor<4xf32>) -> tensor<4xf32>
    %e = linalg.exp ins(%part : tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %w, %e : tensor<4xf32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}

// -----


// Each turn writes the same part, over which the insertion into a copy goes.
func.func @inserted_in_turns(%m: memref<9xf32>, %n: index) -> tensor<9xf32> {
  %a = bufferization.to_tensor %m restrict writable : memref<9xf32> to tensor<9xf32>
  %x = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<9xf32>
  %b = linalg.exp ins(%a : tensor<9xf32>) outs(%e : tensor<9xf32>) -> tensor<9xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<9xf32> {
    %part = tensor.extract_slice %b[2] [4] [1] : tensor<9xf32> to tensor<4xf32>
    %f = linalg.fill ins(%x : f32) outs(%part : tensor<4xf32>) -> tensor<4xf32>
    %u = tensor.insert_slice %f into %b[2] [4] [1] : tensor<4xf32> into tensor<9xf32>
    %v = linalg.exp ins(%u : tensor<9xf32>) outs(%t : tensor<9xf32>) -> tensor<9xf32>
    scf.yield %v : tensor<9xf32>
  }
  return %r : tensor<9xf32>
}
