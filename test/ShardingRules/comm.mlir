// RUN: dtensor-opt %s --split-input-file -dtensor-print-rules -verify-diagnostics -o /dev/null

// Along axes on which nothing goes from device to device all is parallel.
dtensor.mesh @mesh <x=2, y=2>
func.func @collectives(%a: tensor<8x6xf32>) {
  // expected-remark @below {{no sharding rule}}
  dtensor.local_map (%a : tensor<8x6xf32>) in [#dtensor.layout<@mesh, [x, unsharded]>] out [] manual ["x"] {
  ^bb0(%c: tensor<4x6xf32>):
    // expected-remark @below {{sharding rule '()->([i,j]) {i=4,j=6}', free}}
    %e = tensor.empty() : tensor<4x6xf32>
    // expected-remark @below {{sharding rule '([i,j],[i,j])->([i,j]) {i=4,j=6} passes sum 0->0'}}
    %0 = comm.all_reduce ins(%c : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [unsharded, unsharded]> of [4, 6] -> tensor<4x6xf32>
    // The largest of sums is not the sum of largest.
    // expected-remark @below {{sharding rule '([i,j],[i,j])->([i,j]) {i=4,j=6}'}}
    %1 = comm.all_reduce ins(%c : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) <@mesh, [unsharded, unsharded], partial<max, [x]>> to <@mesh, [unsharded, unsharded]> of [4, 6] -> tensor<4x6xf32>
    // expected-remark @below {{sharding rule '()->([i,j]) {i=4,j=3}', free}}
    %f = tensor.empty() : tensor<4x3xf32>
    // expected-remark @below {{sharding rule '([i,j],[i,k])->([i,k]) {i=4,j=6 whole,k=3 whole} passes sum 0->0'}}
    %2 = comm.reduce_scatter ins(%c : tensor<4x6xf32>) outs(%f : tensor<4x3xf32>) <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [unsharded, x]> of [4, 6] -> tensor<4x3xf32>
    // expected-remark @below {{sharding rule '()->([i,j]) {i=8,j=6}', free}}
    %g = tensor.empty() : tensor<8x6xf32>
    // expected-remark @below {{sharding rule '([i,k],[j,k])->([j,k]) {i=4 whole,j=8 whole,k=6} passes any 0->0'}}
    %3 = comm.all_gather ins(%c : tensor<4x6xf32>) outs(%g : tensor<8x6xf32>) <@mesh, [x, unsharded]> to <@mesh, [unsharded, unsharded]> of [8, 6] -> tensor<8x6xf32>
    dtensor.local_yield
  }
  return
}

// -----

// Of one value for all devices a collective would be wrong.
dtensor.mesh @mesh <x=2>
func.func @outside(%a: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-remark @below {{no sharding rule}}
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @free(%a: tensor<4xf32>) {
  // expected-remark @below {{no sharding rule}}
  dtensor.local_map (%a : tensor<4xf32>) in [#dtensor.layout<@mesh, [unsharded]>] out [] manual ["x"] {
  ^bb0(%c: tensor<4xf32>):
    // expected-remark @below {{no sharding rule}}
    %0 = comm.all_reduce ins(%c : tensor<4xf32>) outs(%c : tensor<4xf32>) <@mesh, [unsharded], partial<sum, [y]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
    dtensor.local_yield
  }
  return
}

// -----

// Rows at positions that are data, from device to device along x.
dtensor.mesh @mesh <x=2, y=2>
func.func @rows(%a: tensor<2x4x6xf32>, %i: index, %j: index) -> tensor<2x4x6xf32> {
  // expected-remark @below {{no sharding rule}}
  %0 = dtensor.local_map (%a, %i, %j : tensor<2x4x6xf32>, index, index) in [#dtensor.layout<@mesh, [x, unsharded, unsharded]>, unit, unit] out [#dtensor.layout<@mesh, [x, unsharded, unsharded]>] manual ["x"] {
  ^bb0(%c: tensor<1x4x6xf32>, %from: index, %to: index):
    // expected-remark @below {{sharding rule '([1,i,j],[1,i,j],*,*)->([1,i,j]) {i=4,j=6}'}}
    %1 = comm.fetch ins(%c : tensor<1x4x6xf32>) outs(%c : tensor<1x4x6xf32>) <@mesh, [x, unsharded, unsharded]> of [2, 4, 6] by affine_map<(d0, d1, d2) -> (d0, d1, d2)>
        from <@mesh, [x, unsharded, unsharded]> of [2, 4, 6] at [%from, 0, 0] step [1, 1, 1] count [1, 4, 6] to [%to, 0, 0] step [1, 1, 1] -> tensor<1x4x6xf32>
    dtensor.local_yield %1 : tensor<1x4x6xf32>
  } -> tensor<2x4x6xf32>
  return %0 : tensor<2x4x6xf32>
}
