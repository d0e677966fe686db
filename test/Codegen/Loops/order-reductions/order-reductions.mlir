// RUN: dtensor-opt %s --dtensor-order-reductions --split-input-file | FileCheck %s

// Partial sums are the lanes of a vector; what is left are pieces of it.
// CHECK-LABEL: @rows
// CHECK: %[[NONE:.+]] = arith.constant dense<-0.000000e+00> : vector<32xf32>
// CHECK: scf.for %[[J:.+]] = %{{.+}} to %[[WHOLE:.+]] step %{{.+}} iter_args(%[[SUMS:.+]] = %[[NONE]])
// CHECK-NEXT: %[[X:.+]] = vector.load %{{.+}}[%{{.+}}, %[[J]]] : memref<4x100xf32>, vector<32xf32>
// CHECK-NEXT: arith.addf %[[SUMS]], %[[X]] : vector<32xf32>
// CHECK: vector.load {{.+}}, vector<4xf32>
// CHECK: vector.insert_strided_slice {{.+}} {offsets = [0]
// CHECK: %[[LOW:.+]] = vector.extract_strided_slice %[[ALL:.+]] {offsets = [0], sizes = [16]
// CHECK: %[[HIGH:.+]] = vector.extract_strided_slice %[[ALL]] {offsets = [16], sizes = [16]
// CHECK: arith.addf %[[LOW]], %[[HIGH]] : vector<16xf32>
// CHECK: arith.addf %{{.+}}, %{{.+}} : vector<2xf32>
// CHECK: arith.addf %{{.+}}, %{{.+}} : f32
func.func @rows(%a: memref<4x100xf32>, %s: memref<4xf32>) {
  linalg.reduce ins(%a : memref<4x100xf32>) outs(%s : memref<4xf32>) dimensions = [1]
    (%x: f32, %acc: f32) {
      %0 = arith.addf %acc, %x : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

// A row for each partial sum; they are added in the same order.
// CHECK-LABEL: @columns
// CHECK: %[[SUMS:.+]] = memref.alloc() {{.*}} : memref<16x7xf64>
// CHECK: %[[LANE:.+]] = arith.andi %{{.+}}, %c15{{.*}} : index
// CHECK: memref.load %[[SUMS]][%[[LANE]], %{{.+}}]
// CHECK: %[[ROW0:.+]] = memref.load %[[SUMS]][%c0{{.*}}, %{{.+}}]
// CHECK-NEXT: %[[ROW8:.+]] = memref.load %[[SUMS]][%c8, %{{.+}}]
// CHECK-NEXT: arith.addf %[[ROW0]], %[[ROW8]] : f64
func.func @columns(%a: memref<1000x7xf64>, %s: memref<7xf64>) {
  linalg.reduce ins(%a : memref<1000x7xf64>) outs(%s : memref<7xf64>) dimensions = [0]
    (%x: f64, %acc: f64) {
      %0 = arith.addf %acc, %x : f64
      linalg.yield %0 : f64
    }
  return
}

// -----

// Few elements are added where they are loaded: 0 and 8, ... and then 0 and 4.
// CHECK-LABEL: @few
// CHECK-NOT: memref.alloc
// CHECK: scf.for
// CHECK-COUNT-9: arith.addf %{{.+}}, %{{.+}} : f32
// CHECK-NOT: arith.addf
func.func @few(%a: memref<9x64xf32>, %s: memref<64xf32>) {
  linalg.reduce ins(%a : memref<9x64xf32>) outs(%s : memref<64xf32>) dimensions = [0]
    (%x: f32, %acc: f32) {
      %0 = arith.addf %acc, %x : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

// A function is computed element by element, for LLVM to vectorise.
// CHECK-LABEL: @function
// CHECK: %[[WAITING:.+]] = memref.alloc() {{.*}} : memref<1024xf32>
// CHECK: %[[EXP:.+]] = math.exp %{{.+}} : f32
// CHECK: memref.store %[[EXP]], %[[WAITING]]
// CHECK: vector.load %[[WAITING]][%{{.+}}] : memref<1024xf32>, vector<32xf32>
// CHECK: arith.addf %{{.+}}, %{{.+}} : vector<32xf32>
func.func @function(%a: memref<4x2000xf32>, %s: memref<4xf32>) {
  linalg.reduce ins(%a : memref<4x2000xf32>) outs(%s : memref<4xf32>) dimensions = [1]
    (%x: f32, %acc: f32) {
      %e = math.exp %x : f32
      %0 = arith.addf %acc, %e : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

// Loops over memory without gaps are one. A product rounds.
// CHECK-LABEL: @all
// CHECK: memref.collapse_shape %{{.+}} {{\[\[}}0, 1]] : memref<1000x3xf32> into memref<3000xf32>
// CHECK: arith.mulf %{{.+}}, %{{.+}} : vector<32xf32>
// CHECK-NEXT: arith.addf %{{.+}}, %{{.+}} : vector<32xf32>
func.func @all(%a: memref<1000x3xf32>, %s: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%a : memref<1000x3xf32>) outs(%s : memref<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %p = arith.mulf %x, %x : f32
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A result that is kept is stored on the way. A zero is +0 in the end.
// CHECK-LABEL: @kept
// CHECK: vector.store %{{.+}}, %{{.+}} : memref<4x64xf32>, vector<32xf32>
// CHECK: arith.maximumf %{{.+}}, %{{.+}} fastmath<nsz> : vector<32xf32>
// CHECK: arith.maximumf %{{.+}}, %{{.+}} fastmath<nsz> : f32
// CHECK-NEXT: memref.load
// CHECK-NEXT: %[[MAX:.+]] = arith.maximumf %{{.+}}, %{{.+}} fastmath<nsz> : f32
// CHECK: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
// CHECK: arith.addf %[[MAX]], %[[ZERO]] : f32
func.func @kept(%a: memref<4x64xf32>, %k: memref<4x64xf32>, %s: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<4x64xf32>) outs(%k, %s : memref<4x64xf32>, memref<4xf32>) {
  ^bb0(%x: f32, %old: f32, %acc: f32):
    %n = arith.negf %x : f32
    %0 = arith.maximumf %acc, %n : f32
    linalg.yield %n, %0 : f32, f32
  }
  return
}

// -----

// Short loops, integers, and what is no fold, stay as they are.
// CHECK-LABEL: @others
// CHECK-COUNT-3: linalg.
func.func @others(%a: memref<4x7xf32>, %s: memref<4xf32>, %i: memref<4x64xi32>, %t: memref<4xi32>, %b: memref<4x64xf32>) {
  linalg.reduce ins(%a : memref<4x7xf32>) outs(%s : memref<4xf32>) dimensions = [1]
    (%x: f32, %acc: f32) {
      %0 = arith.addf %acc, %x : f32
      linalg.yield %0 : f32
    }
  linalg.reduce ins(%i : memref<4x64xi32>) outs(%t : memref<4xi32>) dimensions = [1]
    (%x: i32, %acc: i32) {
      %0 = arith.addi %acc, %x : i32
      linalg.yield %0 : i32
    }
  linalg.reduce ins(%b : memref<4x64xf32>) outs(%s : memref<4xf32>) dimensions = [1]
    (%x: f32, %acc: f32) {
      %0 = arith.subf %acc, %x : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

// An extent that is known at run time only: the same order.
// CHECK-LABEL: @dynamic
// CHECK: memref.alloc() {{.*}} : memref<1024xf32>
// CHECK: arith.addf %{{.+}}, %{{.+}} : vector<32xf32>
func.func @dynamic(%a: memref<4x?xf32>, %s: memref<4xf32>) {
  linalg.reduce ins(%a : memref<4x?xf32>) outs(%s : memref<4xf32>) dimensions = [1]
    (%x: f32, %acc: f32) {
      %0 = arith.addf %acc, %x : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

// A number that is the same for all iterations is loaded once, in front of the
// loop: LLVM would not know that the loop stores elsewhere.
// CHECK-LABEL: @invariant
// CHECK: %[[MAX:.+]] = memref.load %arg1[%[[ROW:.+]]]
// CHECK-NEXT: scf.for
// CHECK-NOT: memref.load %arg1
// CHECK: math.exp
func.func @invariant(%a: memref<4x2000xf32>, %max: memref<4xf32>, %s: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a, %max : memref<4x2000xf32>, memref<4xf32>) outs(%s : memref<4xf32>) {
  ^bb0(%x: f32, %m: f32, %acc: f32):
    %d = arith.subf %x, %m : f32
    %e = math.exp %d : f32
    %0 = arith.addf %acc, %e : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// The loops of a window are not made one.
// CHECK-LABEL: @window
// CHECK-NOT: memref.collapse_shape
// CHECK: return
func.func @window(%x: memref<12x12xf32>, %w: memref<9x9xf32>, %s: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(h, v, i, j) -> (h + i, v + j)>, affine_map<(h, v, i, j) -> (i, j)>,
                                   affine_map<(h, v, i, j) -> (h, v)>],
                  iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<12x12xf32>, memref<9x9xf32>) outs(%s : memref<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.addf %acc, %a : f32
    linalg.yield %0 : f32
  }
  return
}
