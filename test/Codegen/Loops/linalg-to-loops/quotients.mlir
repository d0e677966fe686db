// RUN: dtensor-opt %s --dtensor-linalg-to-loops --split-input-file | FileCheck %s
// RUN: dtensor-opt %s --dtensor-linalg-to-loops=correct-quotients=false --split-input-file | FileCheck %s --check-prefix=DIVIDED

// All quotients of a row have one divisor. So they are products with its
// reciprocal, and two multiply-adds correct them. There are divisions for
// vectors with a number that is too large or too small, and for all numbers if
// the divisor is one.
// DIVIDED-NOT: math.fma
// CHECK-LABEL: @rows
// CHECK: scf.for %[[I:.+]] = %c0
// CHECK: %[[D:.+]] = memref.load %arg1[%[[I]]]
// CHECK: %[[R:.+]] = arith.divf %{{.+}}, %[[D]] : f32
// CHECK: %[[END:.+]] = arith.select %{{.+}}, %c960{{.*}}, %c0
// CHECK: %[[DS:.+]] = vector.broadcast %[[D]]
// CHECK: %[[RS:.+]] = vector.broadcast %[[R]]
// CHECK: scf.for %[[J:.+]] = %{{.+}} to %[[END]] step %c64
// CHECK: %[[X:.+]] = vector.load %arg0[%[[I]], %[[J]]] : memref<8x1000xf32>, vector<64xf32>
// CHECK: %[[Q:.+]] = arith.mulf %[[X]], %[[RS]]
// CHECK: %[[MINUS:.+]] = arith.negf %[[Q]]
// CHECK: %[[REST:.+]] = math.fma %[[MINUS]], %[[DS]], %[[X]]
// CHECK: %[[CORRECTED:.+]] = math.fma %[[REST]], %[[RS]], %[[Q]]
// CHECK: %[[EXACT:.+]] = math.copysign %[[CORRECTED]], %[[Q]]
// CHECK: vector.reduction <and>
// CHECK: %[[RESULT:.+]] = scf.if
// CHECK: scf.yield %[[EXACT]]
// CHECK: %[[SLOW:.+]] = arith.divf %[[X]], %[[DS]]
// CHECK: scf.yield %[[SLOW]]
// CHECK: vector.store %[[RESULT]], %arg2[%[[I]], %[[J]]]
// CHECK: scf.for %{{.+}} = %[[END]] to %c1000
// CHECK: arith.divf {{.*}} : f32
func.func @rows(%a: memref<8x1000xf32>, %d: memref<8xf32>, %b: memref<8x1000xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%a, %d : memref<8x1000xf32>, memref<8xf32>) outs(%b : memref<8x1000xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %0 = arith.divf %x, %s : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Fusion lets a payload read the divisor from memory. What follows the quotient
// is computed in vectors too.
// CHECK-LABEL: @read
// CHECK: %[[D:.+]] = memref.load %arg1[]
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %c64
// CHECK: %[[QUOTIENT:.+]] = scf.if
// CHECK: %[[SUM:.+]] = arith.addf %[[QUOTIENT]], %{{.+}} : vector<64xf32>
// CHECK: vector.store %[[SUM]]
func.func @read(%a: memref<1024xf32>, %d: memref<f32>, %b: memref<1024xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : memref<1024xf32>) outs(%b : memref<1024xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = memref.load %d[] : memref<f32>
    %0 = arith.divf %x, %s : f32
    %1 = arith.addf %0, %one : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// Not these: a dividend that is the same for all, divisors that are not, few
// numbers, other types, and a function of them.
// CHECK-LABEL: @others
// CHECK-NOT: vector
func.func @others(%a: memref<1024xf32>, %s: memref<f32>, %b: memref<1024xf32>, %c: memref<64xf32>, %e: memref<1024xf64>, %t: memref<f64>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a, %s : memref<1024xf32>, memref<f32>) outs(%b : memref<1024xf32>) {
  ^bb0(%x: f32, %d: f32, %out: f32):
    %0 = arith.divf %d, %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : memref<1024xf32>) outs(%b : memref<1024xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.divf %x, %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%s : memref<f32>) outs(%c : memref<64xf32>) {
  ^bb0(%d: f32, %out: f32):
    %0 = arith.divf %out, %d : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%t : memref<f64>) outs(%e : memref<1024xf64>) {
  ^bb0(%d: f64, %out: f64):
    %0 = arith.divf %out, %d : f64
    linalg.yield %0 : f64
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a, %s : memref<1024xf32>, memref<f32>) outs(%b : memref<1024xf32>) {
  ^bb0(%x: f32, %d: f32, %out: f32):
    %e0 = math.exp %x : f32
    %0 = arith.divf %e0, %d : f32
    linalg.yield %0 : f32
  }
  return
}
