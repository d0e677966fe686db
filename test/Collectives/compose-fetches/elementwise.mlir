// RUN: dtensor-opt %s -dtensor-partition=search=false -split-input-file | FileCheck %s

// Halves of an axis change places, and one of them is negated, as rotary
// embedding does it. The op is computed before both fetches, which are one then:
// each device receives 2 columns instead of 1 and 2.

#columns = #dtensor.layout<@mesh, [unsharded, x]>
dtensor.mesh @mesh <x=4>

// CHECK-LABEL: func @rotate_half
// CHECK: %[[NEGATED:.*]] = arith.negf %arg0 : tensor<4x2xf32>
// CHECK: comm.fetch ins(%[[NEGATED]], %arg0 :
// CHECK-NOT: comm.fetch
func.func @rotate_half(%a: tensor<4x8xf32> {dtensor.layout = #columns}) -> tensor<4x8xf32> {
  %high = tensor.extract_slice %a[0, 4] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %low = tensor.extract_slice %a[0, 0] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %n = arith.negf %high : tensor<4x4xf32>
  %r = tensor.concat dim(1) %n, %low : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// A chain of ops, with a value that is the same everywhere, and two values that
// are fetched alike.

#columns = #dtensor.layout<@mesh, [unsharded, x]>
#id = affine_map<(d0, d1) -> (d0, d1)>
dtensor.mesh @mesh <x=4>

// CHECK-LABEL: func @uniform
// CHECK: %[[TWOS:.*]] = linalg.fill {{.*}} -> tensor<4x2xf32>
// CHECK: %[[DOUBLED:.*]] = arith.mulf %arg0, %[[TWOS]]
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[DOUBLED]], %arg1 :
// CHECK: comm.fetch ins(%[[SUM]], %arg0 :
// CHECK-NOT: comm.fetch
func.func @uniform(%a: tensor<4x8xf32> {dtensor.layout = #columns},
                   %b: tensor<4x8xf32> {dtensor.layout = #columns}) -> tensor<4x8xf32> {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %twos = linalg.fill ins(%two : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %high = tensor.extract_slice %a[0, 4] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %other = tensor.extract_slice %b[0, 4] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %low = tensor.extract_slice %a[0, 0] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %d = arith.mulf %high, %twos : tensor<4x4xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d, %other : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %1 = arith.addf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<4x4xf32>
  %r = tensor.concat dim(1) %s, %low : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// Ops that are not moved: one that adds the position, which differs between
// devices, and one on few columns of a large value.

#columns = #dtensor.layout<@mesh, [unsharded, x]>
#id = affine_map<(d0, d1) -> (d0, d1)>
dtensor.mesh @mesh <x=4>

// CHECK-LABEL: func @positions
// CHECK: comm.fetch
// CHECK: arith.addi
// CHECK: comm.fetch
func.func @positions(%a: tensor<4x8xi32> {dtensor.layout = #columns}) -> tensor<4x8xi32> {
  %e = tensor.empty() : tensor<4x4xi32>
  %high = tensor.extract_slice %a[0, 4] [4, 4] [1, 1] : tensor<4x8xi32> to tensor<4x4xi32>
  %low = tensor.extract_slice %a[0, 0] [4, 4] [1, 1] : tensor<4x8xi32> to tensor<4x4xi32>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%high : tensor<4x4xi32>) outs(%e : tensor<4x4xi32>) {
  ^bb0(%x: i32, %o: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %1 = arith.addi %x, %j : i32
    linalg.yield %1 : i32
  } -> tensor<4x4xi32>
  %r = tensor.concat dim(1) %n, %low : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}

// CHECK-LABEL: func @few
// CHECK: comm.fetch
// CHECK: math.exp {{.*}} : tensor<4x1xf32>
// CHECK: comm.fetch
func.func @few(%a: tensor<4x64xf32> {dtensor.layout = #columns}) -> (tensor<4x8xf32> {dtensor.layout = #columns}) {
  %high = tensor.extract_slice %a[0, 60] [4, 4] [1, 1] : tensor<4x64xf32> to tensor<4x4xf32>
  %low = tensor.extract_slice %a[0, 0] [4, 4] [1, 1] : tensor<4x64xf32> to tensor<4x4xf32>
  %n = math.exp %high : tensor<4x4xf32>
  %r = tensor.concat dim(1) %n, %low : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
