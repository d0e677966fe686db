// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

// Positions and slices are parallel; of the axis that positions are counted
// along each is found on one device.
func.func @gather(%table: tensor<100x8xf32>, %at: tensor<5x1xi64>, %e: tensor<5x8xf32>, %f: tensor<5x1x4xf32>) {
  // expected-remark @below {{sharding rule '([k,j],[i,1],[i,j])->([i,j]) {i=5,j=8,k=100 reduction(or)} passes any 0->0'}}
  %0 = linalg_ext.gather ins(%table, %at : tensor<100x8xf32>, tensor<5x1xi64>) outs(%e : tensor<5x8xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 8>} -> tensor<5x8xf32>
  // expected-remark @below {{sharding rule '([j,k],[i,1],[i,1,l])->([i,1,l]) {i=5,j=100 reduction(or),k=8 reduction(or),l=4 whole} passes any 0->0'}}
  %1 = linalg_ext.gather ins(%table, %at : tensor<100x8xf32>, tensor<5x1xi64>) outs(%f : tensor<5x1x4xf32>)
      {start_axes = array<i64: 0>, offset_axes = array<i64: 1, 2>, index_vector_axis = 1, slice_sizes = array<i64: 1, 4>} -> tensor<5x1x4xf32>
  return
}

// Batch axes; updates that are summed, that overwrite, and whose maximum counts;
// dynamic slices.
func.func @more(%table: tensor<100x8xf32>, %at: tensor<5x2xi64>, %rows: tensor<5x8xf32>, %points: tensor<5xf32>, %a: tensor<3x6xf32>, %bat: tensor<3x4x1xi64>, %be: tensor<3x4xf32>, %r1: tensor<5x1xi64>, %s: tensor<2x8xf32>, %i: index) {
  // expected-remark @below {{sharding rule '([i,k],[i,j,1],[i,j])->([i,j]) {i=3,j=4,k=6 reduction(or)} passes any 0->0'}}
  %0 = linalg_ext.gather ins(%a, %bat : tensor<3x6xf32>, tensor<3x4x1xi64>) outs(%be : tensor<3x4xf32>)
      {start_axes = array<i64: 1>, collapsed_axes = array<i64: 1>, operand_batch_axes = array<i64: 0>, indices_batch_axes = array<i64: 0>, index_vector_axis = 2, slice_sizes = array<i64: 1, 1>} -> tensor<3x4xf32>
  // expected-remark @below {{sharding rule '([i,1],[i,j],[k,j])->([k,j]) {i=5 reduction(sum),j=8,k=100} passes sum 1+2->0'}}
  %1 = linalg_ext.scatter ins(%r1, %rows : tensor<5x1xi64>, tensor<5x8xf32>) outs(%table : tensor<100x8xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    %sum = arith.addf %old, %update : f32
    linalg_ext.yield %sum : f32
  } -> tensor<100x8xf32>
  // expected-remark @below {{sharding rule '([i,j],[i],[k,l])->([k,l]) {i=5 whole,j=2 whole,k=100,l=8}'}}
  %2 = linalg_ext.scatter ins(%at, %points : tensor<5x2xi64>, tensor<5xf32>) outs(%table : tensor<100x8xf32>)
      attributes {start_axes = array<i64: 0, 1>, inserted_axes = array<i64: 0, 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    linalg_ext.yield %update : f32
  } -> tensor<100x8xf32>
  // expected-remark @below {{sharding rule '([i,j],[i],[k,l])->([k,l]) {i=5 reduction(max),j=2 whole,k=100,l=8}'}}
  %3 = linalg_ext.scatter ins(%at, %points : tensor<5x2xi64>, tensor<5xf32>) outs(%table : tensor<100x8xf32>)
      attributes {start_axes = array<i64: 0, 1>, inserted_axes = array<i64: 0, 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    %square = arith.mulf %update, %update : f32
    %max = arith.maximumf %old, %square : f32
    linalg_ext.yield %max : f32
  } -> tensor<100x8xf32>
  // expected-remark @below {{sharding rule '([i,1],[i,j],[k,j],[k,j])->([k,j]) {i=5 reduction(sum),j=8,k=100}'}}
  %6 = linalg_ext.scatter ins(%r1, %rows : tensor<5x1xi64>, tensor<5x8xf32>) reads(%table : tensor<100x8xf32>) outs(%table : tensor<100x8xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32, %there: f32):
    %step = arith.mulf %update, %there : f32
    %sum = arith.addf %old, %step : f32
    linalg_ext.yield %sum : f32
  } -> tensor<100x8xf32>
  // expected-remark @below {{sharding rule '([i+?,j],*,*,[i,j])->([i,j]) {i=2,j=8} passes any 0->0'}}
  %4 = linalg_ext.dynamic_slice ins(%table : tensor<100x8xf32>) at [%i, %i] sizes = [2, 8] outs(%s : tensor<2x8xf32>) -> tensor<2x8xf32>
  // expected-remark @below {{sharding rule '([i,k],*,*,[j,k])->([j,k]) {i=2 whole,j=100,k=8} passes any 0+3->0'}}
  %5 = linalg_ext.dynamic_update_slice ins(%s : tensor<2x8xf32>) at [%i, %i] outs(%table : tensor<100x8xf32>) -> tensor<100x8xf32>
  return
}
