// RUN: dtensor-opt %s --dtensor-verify-in-place=assume-in-place -split-input-file -verify-diagnostics

// As if the analysis had let everything be in place.

func.func @read_after(%m: memref<4xf32>) -> tensor<4xf32> {
  %a = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  // expected-note @below {{written here}}
  %b = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{the compiler has put another tensor where the result of bufferization.to_tensor is read, which is wrong; please report this program}}
  %c = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

// Elements are read in another order than they are written in.
func.func @turned(%m: memref<4x4xf32>) -> tensor<4x4xf32> {
  %a = bufferization.to_tensor %m restrict writable : memref<4x4xf32> to tensor<4x4xf32>
  // expected-error @below {{the compiler lets an operation write over the result of bufferization.to_tensor while it reads it}}
  %b = linalg.transpose ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) permutation = [1, 0]
  return %b : tensor<4x4xf32>
}

// -----

// What a branch hands on is overwritten, on one of the ways that control takes.
func.func @branch(%m: memref<4xf32>, %k: memref<4xf32>, %p: i1) -> tensor<4xf32> {
  %x = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %y = bufferization.to_tensor %k restrict writable : memref<4xf32> to tensor<4xf32>
  %s = scf.if %p -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  // expected-note @below {{written here}}
  %y2 = linalg.exp ins(%y : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{the compiler has put another tensor where the result of scf.if is read}}
  %r = linalg.add ins(%s, %y2 : tensor<4xf32>, tensor<4xf32>) outs(%y2 : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The second turn reads what the first one has overwritten.
func.func @next_turn(%m: memref<4xf32>, %k: memref<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %b = bufferization.to_tensor %k restrict writable : memref<4xf32> to tensor<4xf32>
  // expected-note @below {{written here}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %b) -> tensor<4xf32> {
    // expected-error @below {{the compiler has put another tensor where the result of bufferization.to_tensor is read}}
    %u = linalg.add ins(%t, %a : tensor<4xf32>, tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    %v = linalg.exp ins(%u : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    %w = bufferization.materialize_in_destination %u in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// The two carried tensors change places, without a copy.
func.func @swap(%m: memref<4xf32>, %k: memref<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %b = bufferization.to_tensor %k restrict writable : memref<4xf32> to tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    // expected-note @below {{written here}}
    %u = linalg.copy ins(%y : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
    // expected-error @below {{the compiler has put another tensor where}}
    %v = linalg.copy ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %u, %v : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A part is overwritten, and the whole is read.
func.func @part(%m: memref<8xf32>) -> tensor<8xf32> {
  %a = bufferization.to_tensor %m restrict writable : memref<8xf32> to tensor<8xf32>
  %s = tensor.extract_slice %a[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  // expected-note @below {{written here}}
  %e = linalg.exp ins(%s : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  // Elsewhere than where the part was taken from.
  // expected-error @below {{the compiler has put another tensor where the result of bufferization.to_tensor is read}}
  %u = tensor.insert_slice %e into %a[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %u : tensor<8xf32>
}
