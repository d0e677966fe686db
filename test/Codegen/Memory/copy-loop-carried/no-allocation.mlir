// RUN: dtensor-opt %s --dtensor-to-llvm | FileCheck %s --implicit-check-not="llvm.call @dt_alloc"

// A turn of a loop allocates nothing: all memory is in the arena, which a
// program asks for once.
// CHECK-COUNT-4: llvm.call @dt_arena

// Two tensors change places.
func.func @swap(%a: tensor<64xf32>, %b: tensor<64xf32>, %n: index) -> (tensor<64xf32>, tensor<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %a, %v = %b) -> (tensor<64xf32>, tensor<64xf32>) {
    %s = arith.addf %u, %v : tensor<64xf32>
    scf.yield %v, %s : tensor<64xf32>, tensor<64xf32>
  }
  return %r#0, %r#1 : tensor<64xf32>, tensor<64xf32>
}

// The regions carry different tensors.
func.func @while(%a: tensor<64xf32>, %n: index) -> (tensor<64xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.while (%t = %a, %i = %c0) : (tensor<64xf32>, index) -> (index, tensor<64xf32>, tensor<8x8xf32>) {
    %go = arith.cmpi slt, %i, %n : index
    %e = math.exp %t : tensor<64xf32>
    %x = tensor.expand_shape %e [[0, 1]] output_shape [8, 8] : tensor<64xf32> into tensor<8x8xf32>
    scf.condition(%go) %i, %e, %x : index, tensor<64xf32>, tensor<8x8xf32>
  } do {
  ^bb0(%i: index, %t: tensor<64xf32>, %x: tensor<8x8xf32>):
    %y = arith.addf %x, %x : tensor<8x8xf32>
    %z = tensor.collapse_shape %y [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
    %q = arith.mulf %z, %t : tensor<64xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %q, %j : tensor<64xf32>, index
  }
  return %r#1, %r#2 : tensor<64xf32>, tensor<8x8xf32>
}

// Branches make tensors in different ways.
func.func @branch(%a: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<64xf32> {
    %m = arith.remui %i, %c2 : index
    %p = arith.cmpi eq, %m, %c0 : index
    %v = scf.if %p -> tensor<64xf32> {
      %e = math.exp %t : tensor<64xf32>
      scf.yield %e : tensor<64xf32>
    } else {
      %rev = tensor.extract_slice %t[0] [32] [1] : tensor<64xf32> to tensor<32xf32>
      %rev2 = tensor.extract_slice %t[32] [32] [1] : tensor<64xf32> to tensor<32xf32>
      %cc = tensor.concat dim(0) %rev2, %rev : (tensor<32xf32>, tensor<32xf32>) -> tensor<64xf32>
      scf.yield %cc : tensor<64xf32>
    }
    scf.yield %v : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// The interior is replaced.
func.func @stencil(%a: tensor<66x66xf32>, %n: index) -> tensor<66x66xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<66x66xf32> {
    %u = tensor.extract_slice %t[0, 1] [64, 64] [1, 1] : tensor<66x66xf32> to tensor<64x64xf32>
    %d = tensor.extract_slice %t[2, 1] [64, 64] [1, 1] : tensor<66x66xf32> to tensor<64x64xf32>
    %s = arith.addf %u, %d : tensor<64x64xf32>
    %w = tensor.insert_slice %s into %t[1, 1] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<66x66xf32>
    scf.yield %w : tensor<66x66xf32>
  }
  return %r : tensor<66x66xf32>
}
