// RUN: dtensor-opt %s --dtensor-raise-gathers --canonicalize --cse | FileCheck %s

dtensor.mesh @mesh <x=2>

#rows = affine_map<(d0, d1) -> (d0)>
#both = affine_map<(d0, d1) -> (d0, d1)>

// A table's rows: one axis of positions, the other walked by a loop.
// CHECK-LABEL: func @rows
// CHECK-SAME: (%[[TABLE:.*]]: tensor<9x4xf32>, %[[AT:.*]]: tensor<5xi32>)
// CHECK: %[[POSITIONS:.*]] = linalg.generic
// CHECK-SAME: ins(%[[AT]] : tensor<5xi32>) outs(%{{.*}} : tensor<5xi64>)
// CHECK: %[[PICKED:.*]] = linalg_ext.gather ins(%[[TABLE]], %[[POSITIONS]] : tensor<9x4xf32>, tensor<5xi64>)
// CHECK-SAME: collapsed_axes = array<i64: 0>, index_vector_axis = 1 : i64
// CHECK-SAME: offset_axes = array<i64: 1>, {{.*}}slice_sizes = array<i64: 1, 4>, start_axes = array<i64: 0>
// CHECK: linalg.generic
// CHECK-SAME: %[[PICKED]]
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @rows(%table: tensor<9x4xf32>, %at: tensor<5xi32>) -> tensor<5x4xf32> {
  %e = tensor.empty() : tensor<5x4xf32>
  %0 = linalg.generic {indexing_maps = [#rows, #both], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<5xi32>) outs(%e : tensor<5x4xf32>) {
  ^bb0(%i: i32, %out: f32):
    %row = arith.index_cast %i : i32 to index
    %column = linalg.index 1 : index
    %x = tensor.extract %table[%row, %column] : tensor<9x4xf32>
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// A loop that positions depend on as well is a batch.
// CHECK-LABEL: func @along
// CHECK: linalg_ext.gather
// CHECK-SAME: collapsed_axes = array<i64: 1>, index_vector_axis = 2 : i64, indices_batch_axes = array<i64: 0>
// CHECK-SAME: operand_batch_axes = array<i64: 0>
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @along(%a: tensor<5x9xf32>, %at: tensor<5x4xi64>) -> tensor<5x4xf32> {
  %e = tensor.empty() : tensor<5x4xf32>
  %0 = linalg.generic {indexing_maps = [#both, #both], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<5x4xi64>) outs(%e : tensor<5x4xf32>) {
  ^bb0(%i: i64, %out: f32):
    %column = arith.index_cast %i : i64 to index
    %row = linalg.index 0 : index
    %x = tensor.extract %a[%row, %column] : tensor<5x9xf32>
    linalg.yield %x : f32
  } -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// Two elements of a position; an assertion stays where it was.
// CHECK-LABEL: func @points
// CHECK: linalg.generic
// CHECK-SAME: outs(%{{.*}} : tensor<5x2xi64>)
// CHECK-NOT: cf.assert
// CHECK: linalg_ext.gather
// CHECK-SAME: collapsed_axes = array<i64: 0, 1>, index_vector_axis = 1 : i64
// CHECK: linalg.generic
// CHECK: cf.assert
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @points(%a: tensor<7x9xf32>, %at: tensor<5xi64>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %c7 = arith.constant 7 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%at : tensor<5xi64>) outs(%e : tensor<5xf32>) {
  ^bb0(%i: i64, %out: f32):
    %row = arith.index_cast %i : i64 to index
    %inside = arith.cmpi slt, %row, %c7 : index
    cf.assert %inside, "a row of the tensor"
    %column = linalg.index 0 : index
    %x = tensor.extract %a[%row, %column] : tensor<7x9xf32>
    linalg.yield %x : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// Loops only: an operand.
// CHECK-LABEL: func @transposed
// CHECK-SAME: (%[[A:.*]]: tensor<4x5xf32>)
// CHECK-NOT: linalg_ext.gather
// CHECK: linalg.generic {indexing_maps = [#[[$MAP:.*]], #{{.*}}]
// CHECK-SAME: ins(%[[A]] : tensor<4x5xf32>)
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @transposed(%a: tensor<4x5xf32>) -> tensor<5x4xf32> {
  %e = tensor.empty() : tensor<5x4xf32>
  %0 = linalg.generic {indexing_maps = [#both], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<5x4xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %x = tensor.extract %a[%j, %i] : tensor<4x5xf32>
    linalg.yield %x : f32
  } -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// What depends on the destination is no position that can be known before.
// CHECK-LABEL: func @chained
// CHECK-NOT: linalg_ext.gather
// CHECK: tensor.extract
func.func @chained(%next: tensor<8xindex>, %from: tensor<index>, %steps: tensor<5xf32>) -> tensor<index> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%steps : tensor<5xf32>) outs(%from : tensor<index>) {
  ^bb0(%step: f32, %at: index):
    %x = tensor.extract %next[%at] : tensor<8xindex>
    linalg.yield %x : index
  } -> tensor<index>
  return %0 : tensor<index>
}

// Upstream's ops.
// CHECK-LABEL: func @upstream
// CHECK: linalg_ext.gather {{.*}}collapsed_axes = array<i64: 1>, index_vector_axis = 1 : i64, offset_axes = array<i64: 1, 2>, slice_sizes = array<i64: -1, 1, -1>, start_axes = array<i64: 1>} -> tensor<6x4x3xf32>
// CHECK: linalg_ext.gather {{.*}}index_vector_axis = 1 : i64, offset_axes = array<i64: 1, 2, 3>, slice_sizes = array<i64: -1, 1, -1>, start_axes = array<i64: 1>} -> tensor<6x4x1x3xf32>
// CHECK: linalg_ext.scatter {{.*}}index_vector_axis = 1 : i64, start_axes = array<i64: 1>, window_axes = array<i64: 1, 2, 3>
// CHECK: linalg_ext.yield %{{.*}} : f32
func.func @upstream(%a: tensor<4x5x3xf32>, %at: tensor<6x1xindex>) -> (tensor<6x4x3xf32>, tensor<4x5x3xf32>) {
  %0 = tensor.gather %a[%at] gather_dims([1]) : (tensor<4x5x3xf32>, tensor<6x1xindex>) -> tensor<6x4x3xf32>
  %1 = tensor.gather %a[%at] gather_dims([1]) : (tensor<4x5x3xf32>, tensor<6x1xindex>) -> tensor<6x4x1x3xf32>
  %2 = tensor.scatter %1 into %a[%at] scatter_dims([1]) unique : (tensor<6x4x1x3xf32>, tensor<4x5x3xf32>, tensor<6x1xindex>) -> tensor<4x5x3xf32>
  return %0, %2 : tensor<6x4x3xf32>, tensor<4x5x3xf32>
}

// A generated tensor that reads another one.
// CHECK-LABEL: func @generated
// CHECK: linalg_ext.gather
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @generated(%a: tensor<9xf32>, %at: tensor<9xindex>) -> tensor<9xf32> {
  %0 = tensor.generate {
  ^bb0(%i: index):
    %j = tensor.extract %at[%i] : tensor<9xindex>
    %x = tensor.extract %a[%j] : tensor<9xf32>
    tensor.yield %x : f32
  } : tensor<9xf32>
  return %0 : tensor<9xf32>
}

// What a frontend makes of a colon between positions: a tensor that counts, and
// negative positions wrapped. It is a loop like that of linalg.index.
// CHECK-LABEL: func @counted
// CHECK: linalg_ext.gather
// CHECK-SAME: collapsed_axes = array<i64: 1>, index_vector_axis = 1 : i64, {{.*}}offset_axes = array<i64: 0>
// CHECK-SAME: slice_sizes = array<i64: 5, 1>, start_axes = array<i64: 1>
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @counted(%a: tensor<5x9xf32>, %at: tensor<4xi64>) -> tensor<5x4xf32> {
  %zero = arith.constant 0 : i64
  %five = arith.constant 5 : i64
  %n = tensor.empty() : tensor<5xi64>
  %count = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%n : tensor<5xi64>) {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %p = arith.index_cast %i : index to i64
    linalg.yield %p : i64
  } -> tensor<5xi64>
  %rows = tensor.expand_shape %count [[0, 1]] output_shape [5, 1] : tensor<5xi64> into tensor<5x1xi64>
  %e = tensor.empty() : tensor<5x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d1)>, #both], iterator_types = ["parallel", "parallel"]}
      ins(%rows, %at : tensor<5x1xi64>, tensor<4xi64>) outs(%e : tensor<5x4xf32>) {
  ^bb0(%r: i64, %c: i64, %out: f32):
    %negative = arith.cmpi slt, %r, %zero : i64
    %wrapped = arith.addi %r, %five : i64
    %position = arith.select %negative, %wrapped, %r : i64
    %row = arith.index_cast %position : i64 to index
    %column = arith.index_cast %c : i64 to index
    %x = tensor.extract %a[%row, %column] : tensor<5x9xf32>
    linalg.yield %x : f32
  } -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// Counted the other way round it is data.
// CHECK-LABEL: func @backwards
// CHECK: linalg_ext.gather
// CHECK-SAME: start_axes = array<i64: 0, 1>
func.func @backwards(%a: tensor<5x9xf32>, %at: tensor<5xi64>) -> tensor<5xf32> {
  %four = arith.constant 4 : index
  %n = tensor.empty() : tensor<5xindex>
  %count = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%n : tensor<5xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    %p = arith.subi %four, %i : index
    linalg.yield %p : index
  } -> tensor<5xindex>
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%count, %at : tensor<5xindex>, tensor<5xi64>) outs(%e : tensor<5xf32>) {
  ^bb0(%row: index, %c: i64, %out: f32):
    %column = arith.index_cast %c : i64 to index
    %x = tensor.extract %a[%row, %column] : tensor<5x9xf32>
    linalg.yield %x : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
