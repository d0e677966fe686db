// RUN: dtensor-opt %s -dtensor-propagate-layouts -dtensor-insert-relayouts -dtensor-expand-spmd -verify-roundtrip | FileCheck %s

// What names extents and positions, on uneven components: 5 rows on 2 devices.

#rows = #dtensor.layout<@mesh, [x, unsharded]>
#id = affine_map<(d0, d1) -> (d0, d1)>
dtensor.mesh @mesh <x=2, y=2>

// An argument keeps its layout and its type in the global view.
// CHECK-LABEL: func @signature
// CHECK-SAME: (%arg0: tensor<?x8xf32> {dtensor.global_type = tensor<5x8xf32>, dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %arg1: index)
// CHECK-SAME: -> (tensor<?x8xf32> {dtensor.global_type = tensor<5x8xf32>, dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, index)
// CHECK: %[[E:.*]] = math.exp %arg0 : tensor<?x8xf32>
// CHECK-NOT: dtensor.layouts
// CHECK: return %[[E]], %arg1
func.func @signature(%a: tensor<5x8xf32> {dtensor.layout = #rows}, %n: index) -> (tensor<5x8xf32>, index) {
  %0 = math.exp %a : tensor<5x8xf32>
  return %0, %n : tensor<5x8xf32>, index
}

// Indices are those of the whole; along axes that are whole they are as before.
// CHECK-LABEL: func @index
// CHECK: %[[N:.*]] = comm.shard_extent @mesh [x, y] of 5
// CHECK: tensor.empty(%[[N]]) : tensor<?x8xindex>
// CHECK: %[[S:.*]] = comm.shard_offset @mesh [x, y] of 5
// CHECK: linalg.generic
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[G:.*]] = arith.addi %[[I]], %[[S]]
// CHECK: %[[J:.*]] = linalg.index 1
// CHECK: %[[T:.*]] = arith.muli %[[G]], %[[J]]
// CHECK: linalg.yield %[[T]]
func.func @index() -> (tensor<5x8xindex> {dtensor.layout = #dtensor.layout<@mesh, [x + y, unsharded]>}) {
  %e = tensor.empty() : tensor<5x8xindex>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<5x8xindex>) {
  ^bb0(%p: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.muli %i, %j : index
    linalg.yield %k : index
  } -> tensor<5x8xindex>
  return %0 : tensor<5x8xindex>
}

// Splats are made anew; of other constants each device takes its part.
// CHECK-LABEL: func @constants
// CHECK: %[[EVEN:.*]] = arith.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[FILLED:.*]] = linalg.fill ins(%[[ONE]] : f32) outs(%{{.*}} : tensor<?xf32>)
// CHECK: %[[D:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// CHECK: %[[S:.*]] = comm.shard_offset @mesh [x, y] of 4
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[D]][%[[S]]] [1] [1]
// CHECK: return %[[EVEN]], %[[FILLED]], %[[PART]]
func.func @constants() -> (tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
                           tensor<5xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
                           tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y]>}) {
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  %1 = arith.constant dense<1.0> : tensor<5xf32>
  %2 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<5xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @generate
// CHECK: %[[N:.*]] = comm.shard_extent @mesh [x] of 5
// CHECK: %[[S:.*]] = comm.shard_offset @mesh [x] of 5
// CHECK: tensor.generate %[[N]] {
// CHECK-NEXT: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
// CHECK-NEXT: %[[G:.*]] = arith.addi %[[I]], %[[S]]
// CHECK-NEXT: %[[K:.*]] = arith.muli %[[G]], %[[J]]
// CHECK-NEXT: tensor.yield %[[K]]
// CHECK: tensor.splat %arg0[%{{.*}}] : tensor<?x4xf32>
// CHECK: tensor.splat %arg0[%{{.*}}, %arg1] : tensor<?x?xf32>
func.func @generate(%f: f32, %n: index)
    -> (tensor<5x4xindex> {dtensor.layout = #rows}, tensor<5x4xf32> {dtensor.layout = #rows},
        tensor<5x?xf32> {dtensor.layout = #rows}) {
  %0 = tensor.generate {
  ^bb0(%i: index, %j : index):
    %k = arith.muli %i, %j : index
    tensor.yield %k : index
  } : tensor<5x4xindex>
  %1 = tensor.splat %f : tensor<5x4xf32>
  %2 = tensor.splat %f[%n] : tensor<5x?xf32>
  return %0, %1, %2 : tensor<5x4xindex>, tensor<5x4xf32>, tensor<5x?xf32>
}

// Slices along other axes than the sharded one.
// CHECK-LABEL: func @slices
// CHECK: %[[N:.*]] = comm.shard_extent @mesh [x] of 5
// CHECK: tensor.extract_slice %arg0[0, 2] [%[[N]], 3] [1, 2] : tensor<?x8xf32> to tensor<?x3xf32>
// CHECK: %[[M:.*]] = comm.shard_extent @mesh [x] of 5
// CHECK: tensor.extract_slice %arg0[0, %arg2] [%[[M]], 1] [1, 1] : tensor<?x8xf32> to tensor<?xf32>
// CHECK: %[[L:.*]] = comm.shard_extent @mesh [x] of 5
// CHECK: tensor.insert_slice %arg1 into %arg0[0, %arg2] [%[[L]], 3] [1, 1] : tensor<?x3xf32> into tensor<?x8xf32>
func.func @slices(%a: tensor<5x8xf32> {dtensor.layout = #rows}, %b: tensor<5x3xf32>, %i: index)
    -> (tensor<5x3xf32>, tensor<5xf32>, tensor<5x8xf32>) {
  %0 = tensor.extract_slice %a[0, 2] [5, 3] [1, 2] : tensor<5x8xf32> to tensor<5x3xf32>
  %1 = tensor.extract_slice %a[0, %i] [5, 1] [1, 1] : tensor<5x8xf32> to tensor<5xf32>
  %2 = tensor.insert_slice %b into %a[0, %i] [5, 3] [1, 1] : tensor<5x3xf32> into tensor<5x8xf32>
  return %0, %1, %2 : tensor<5x3xf32>, tensor<5xf32>, tensor<5x8xf32>
}

// CHECK-LABEL: func @pad_and_concat
// CHECK: tensor.pad %arg0 low[0, 1] high[0, 3]
// CHECK: } : tensor<?x8xf32> to tensor<?x12xf32>
// CHECK: tensor.concat dim(1) %arg0, %arg1 : (tensor<?x8xf32>, tensor<?x3xf32>) -> tensor<?x11xf32>
func.func @pad_and_concat(%a: tensor<5x8xf32> {dtensor.layout = #rows}, %b: tensor<5x3xf32>)
    -> (tensor<5x12xf32>, tensor<5x11xf32>) {
  %seven = arith.constant 7.0 : f32
  %0 = tensor.pad %a low[0, 1] high[0, 3] {
  ^bb0(%p: index, %q: index):
    tensor.yield %seven : f32
  } : tensor<5x8xf32> to tensor<5x12xf32>
  %1 = tensor.concat dim(1) %a, %b : (tensor<5x8xf32>, tensor<5x3xf32>) -> tensor<5x11xf32>
  return %0, %1 : tensor<5x12xf32>, tensor<5x11xf32>
}

// A body that depends on the position along an axis keeps that axis whole.
// CHECK-LABEL: func @pad_by_position
// CHECK: tensor.pad %{{.*}} low[0, 1] high[0, 3]
// CHECK: } : tensor<{{4x8|4x4}}xindex> to tensor<4x12xindex>
func.func @pad_by_position(%a: tensor<4x8xindex> {dtensor.layout = #rows}) -> tensor<4x12xindex> {
  %0 = tensor.pad %a low[0, 1] high[0, 3] {
  ^bb0(%p: index, %q: index):
    tensor.yield %p : index
  } : tensor<4x8xindex> to tensor<4x12xindex>
  return %0 : tensor<4x12xindex>
}

// The extent of the whole; a dynamic axis is whole.
// CHECK-LABEL: func @dim
// CHECK-DAG: %[[FIVE:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[D:.*]] = tensor.dim %arg0, %{{.*}} : tensor<?x?xf32>
// CHECK: return %[[FIVE]], %[[D]]
func.func @dim(%a: tensor<5x?xf32> {dtensor.layout = #rows}) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c0 : tensor<5x?xf32>
  %1 = tensor.dim %a, %c1 : tensor<5x?xf32>
  return %0, %1 : index, index
}

// One element at a position of the whole.
// CHECK-LABEL: func @extract
// CHECK: %[[A:.*]] = comm.all_gather ins(%arg0 : tensor<?x8xf32>)
// CHECK: tensor.extract %[[A]][%arg1, %arg1] : tensor<5x8xf32>
func.func @extract(%a: tensor<5x8xf32> {dtensor.layout = #rows}, %i: index) -> f32 {
  %0 = tensor.extract %a[%i, %i] : tensor<5x8xf32>
  return %0 : f32
}

// Extents that are not known before run time reach the collective as operands.
// CHECK-LABEL: func @dynamic
// CHECK: %[[P:.*]] = linalg.reduce {{.*}} ins(%arg0 : tensor<?x4xf32>)
// CHECK: %[[D:.*]] = tensor.dim %[[P]]
// CHECK: comm.all_reduce ins(%[[P]] : tensor<?xf32>) {{.*}} of [%[[D]]]
func.func @dynamic(%a: tensor<?x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y]>}) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<?x8xf32>) outs(%f : tensor<?xf32>) dimensions = [1]
  return %0 : tensor<?xf32>
}

// Upstream would fold a comparison of a value with itself to a constant of
// unknown extents; on elements it can.
// CHECK-LABEL: func @compare_uneven
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg0 : tensor<?x8xi32>, tensor<?x8xi32>) outs(%{{.*}} : tensor<?x8xi1>)
// CHECK: arith.cmpi sge, %{{.*}}, %{{.*}} : i32
func.func @compare_uneven(%a: tensor<5x8xi32> {dtensor.layout = #rows}) -> tensor<5x8xi1> {
  %0 = arith.cmpi sge, %a, %a : tensor<5x8xi32>
  return %0 : tensor<5x8xi1>
}

// CHECK-LABEL: func @compare_even
// CHECK: arith.cmpi sge, %arg0, %{{.*}} : tensor<2x8xi32>
func.func @compare_even(%a: tensor<4x8xi32> {dtensor.layout = #rows}, %b: tensor<4x8xi32>) -> tensor<4x8xi1> {
  %0 = arith.cmpi sge, %a, %b : tensor<4x8xi32>
  return %0 : tensor<4x8xi1>
}
