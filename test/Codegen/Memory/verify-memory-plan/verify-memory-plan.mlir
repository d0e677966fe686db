// RUN: dtensor-opt %s --dtensor-verify-memory-plan -split-input-file -verify-diagnostics

// Buffers that follow each other, and such that do not overlap.
func.func @right(%x: f32, %r: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %arena = memref.alloc() {comm.arena} : memref<128xi8>
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  %b = memref.view %arena[%c64][] : memref<128xi8> to memref<16xf32>
  %c = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  linalg.fill ins(%x : f32) outs(%b : memref<16xf32>)
  memref.copy %a, %b : memref<16xf32> to memref<16xf32>
  linalg.fill ins(%x : f32) outs(%c : memref<16xf32>)
  memref.copy %b, %r : memref<16xf32> to memref<16xf32>
  memref.copy %c, %r : memref<16xf32> to memref<16xf32>
  return
}

// -----

func.func @lost(%x: f32, %r: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %arena = memref.alloc() {comm.arena} : memref<128xi8>
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  %b = memref.view %arena[%c32][] : memref<128xi8> to memref<16xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  // expected-note @below {{written here}}
  linalg.fill ins(%x : f32) outs(%b : memref<16xf32>)
  // expected-error @below {{the compiler has given a buffer that is read to another tensor, which is wrong; please report this program}}
  memref.copy %a, %r : memref<16xf32> to memref<16xf32>
  return
}

// -----

// Lost on one way, and read through a view.
func.func @branch(%x: f32, %p: i1, %r: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %arena = memref.alloc() {comm.arena} : memref<128xi8>
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  %b = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  scf.if %p {
    // expected-note @below {{written here}}
    linalg.fill ins(%x : f32) outs(%b : memref<16xf32>)
  }
  %v = memref.expand_shape %a [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  // expected-error @below {{the compiler has given a buffer that is read to another tensor}}
  memref.copy %v, %r : memref<4x4xf32> to memref<4x4xf32>
  return
}

// -----

// The second turn reads what the first one has lost.
func.func @turn(%x: f32, %n: index, %r: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %arena = memref.alloc() {comm.arena} : memref<128xi8>
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  %b = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @below {{the compiler has given a buffer that is read to another tensor}}
    memref.copy %a, %r : memref<16xf32> to memref<16xf32>
    // expected-note @below {{written here}}
    linalg.fill ins(%x : f32) outs(%b : memref<16xf32>)
  }
  return
}

// -----

// One that a turn makes anew may be lost at its end.
func.func @anew(%x: f32, %n: index, %r: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %arena = memref.alloc() {comm.arena} : memref<128xi8>
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  %b = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
    memref.copy %a, %r : memref<16xf32> to memref<16xf32>
    linalg.fill ins(%x : f32) outs(%b : memref<16xf32>)
    memref.copy %b, %r : memref<16xf32> to memref<16xf32>
  }
  return
}

// -----

// Which of two buffers a loop hands on is not known.
func.func @carried(%x: f32, %n: index, %r: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %arena = memref.alloc() {comm.arena} : memref<128xi8>
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  %b = memref.view %arena[%c64][] : memref<128xi8> to memref<16xf32>
  %c = memref.view %arena[%c64][] : memref<128xi8> to memref<16xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  linalg.fill ins(%x : f32) outs(%b : memref<16xf32>)
  %l:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %a, %v = %b) -> (memref<16xf32>, memref<16xf32>) {
    scf.yield %v, %u : memref<16xf32>, memref<16xf32>
  }
  // expected-note @below {{written here}}
  linalg.fill ins(%x : f32) outs(%c : memref<16xf32>)
  // expected-error @below {{the compiler has given a buffer that is read to another tensor}}
  memref.copy %l#0, %r : memref<16xf32> to memref<16xf32>
  return
}

// -----

// An extent may be that of another buffer, in another shape.
func.func @bounded(%x: f32, %n: index, %r: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c1 = arith.constant 1 : index
  %size = affine.min affine_map<(d0) -> (d0, 16)>(%n)
  %arena = memref.alloc() {comm.arena} : memref<128xi8>
  %b = memref.view %arena[%c64][%size] : memref<128xi8> to memref<?x1xf32>
  %flat = memref.collapse_shape %b [[0, 1]] : memref<?x1xf32> into memref<?xf32>
  %dim = memref.dim %flat, %c0 : memref<?xf32>
  %a = memref.view %arena[%c0][%dim] : memref<128xi8> to memref<?xf32>
  linalg.fill ins(%x : f32) outs(%b : memref<?x1xf32>)
  linalg.fill ins(%x : f32) outs(%a : memref<?xf32>)
  memref.copy %flat, %r : memref<?xf32> to memref<?xf32>
  return
}

// -----

// Such a buffer is as large as it may be.
func.func @bounded_lost(%x: f32, %n: index, %r: memref<?x1xf32>) {
  %c0 = arith.constant 0 : index
  %c60 = arith.constant 60 : index
  %size = affine.min affine_map<(d0) -> (d0, 16)>(%n)
  %arena = memref.alloc() {comm.arena} : memref<128xi8>
  %b = memref.view %arena[%c60][%size] : memref<128xi8> to memref<?x1xf32>
  %flat = memref.collapse_shape %b [[0, 1]] : memref<?x1xf32> into memref<?xf32>
  %dim = memref.dim %flat, %c0 : memref<?xf32>
  %a = memref.view %arena[%c0][%dim] : memref<128xi8> to memref<?xf32>
  linalg.fill ins(%x : f32) outs(%b : memref<?x1xf32>)
  // expected-note @below {{written here}}
  linalg.fill ins(%x : f32) outs(%a : memref<?xf32>)
  // expected-error @below {{the compiler has given a buffer that is read to another tensor}}
  memref.copy %b, %r : memref<?x1xf32> to memref<?x1xf32>
  return
}

// -----

func.func @too_large(%n: index) {
  %c68 = arith.constant 68 : index
  %size = affine.min affine_map<(d0) -> (d0, 16)>(%n)
  %arena = memref.alloc() {comm.arena} : memref<128xi8>
  // expected-error @below {{the compiler has given a buffer less memory than it may need, which is wrong; please report this program}}
  %a = memref.view %arena[%c68][%size] : memref<128xi8> to memref<?xf32>
  return
}

// -----

func.func @unbounded(%n: index) {
  %c0 = arith.constant 0 : index
  %arena = memref.alloc() {comm.arena} : memref<128xi8>
  // expected-error @below {{the compiler has given a buffer less memory than it may need}}
  %a = memref.view %arena[%c0][%n] : memref<128xi8> to memref<?xf32>
  return
}

// -----

// The condition loses what the turn has written before.
func.func @condition(%x: f32, %p: i1, %r: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %arena = memref.alloc() {comm.arena} : memref<128xi8>
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  %b = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  scf.while : () -> () {
    // expected-note @below {{written here}}
    linalg.fill ins(%x : f32) outs(%b : memref<16xf32>)
    scf.condition(%p)
  } do {
    linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
    scf.yield
  }
  // expected-error @below {{the compiler has given a buffer that is read to another tensor}}
  memref.copy %a, %r : memref<16xf32> to memref<16xf32>
  return
}
