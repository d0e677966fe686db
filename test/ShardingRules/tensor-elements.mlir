// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

// Single elements, and tensors made of nothing.

func.func @elements(%a: tensor<4x6xf32>, %i: index, %s: f32) {
  // expected-remark @below {{sharding rule '([i,j],*,*)->(*) {i=4 whole,j=6 whole}'}}
  %0 = tensor.extract %a[%i, %i] : tensor<4x6xf32>
  // expected-remark @below {{sharding rule '(*,[i,j],*,*)->([k,l]) {i=4 whole,j=6 whole,k=4 whole,l=6 whole}'}}
  %1 = tensor.insert %s into %a[%i, %i] : tensor<4x6xf32>
  // expected-remark @below {{sharding rule '(*,*)->([i]) {i=2 whole}'}}
  %2 = tensor.from_elements %s, %s : tensor<2xf32>
  // expected-remark @below {{sharding rule '(*)->([1]) {}'}}
  %3 = tensor.from_elements %s : tensor<1xf32>
  return
}

// Extents are read in any layout, of partial values too.
func.func @extents(%a: tensor<4x?xf32>, %i: index) {
  // expected-remark @below {{sharding rule '([i,j],*)->(*) {i=4,j=?} passes any 0->'}}
  %0 = tensor.dim %a, %i : tensor<4x?xf32>
  // expected-remark @below {{sharding rule '([i,j])->(*) {i=4,j=?} passes any 0->'}}
  %1 = tensor.rank %a : tensor<4x?xf32>
  return
}

func.func @factories(%s: f32, %n: index, %t: tensor<6xf32>) {
  // expected-remark @below {{sharding rule '(*)->([i,j,1]) {i=4,j=?}', free}}
  %0 = tensor.empty(%n) : tensor<4x?x1xf32>
  // expected-remark @below {{sharding rule '(*)->([i,j]) {i=4,j=6}', free}}
  %1 = tensor.splat %s : tensor<4x6xf32>
  // expected-remark @below {{sharding rule '()->([i,j]) {i=4,j=6}', free}}
  %2 = arith.constant dense<1.0> : tensor<4x6xf32>
  // expected-remark @below {{sharding rule '()->([i]) {i=2}', free}}
  %3 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // expected-remark @below {{sharding rule '(*,[i,j])->([i,j]) {i=4,j=6}', free}}
  %4 = linalg.fill ins(%s : f32) outs(%1 : tensor<4x6xf32>) -> tensor<4x6xf32>
  // An iota.
  // expected-remark @below {{sharding rule '()->([i]) {i=4}', free}}
  %e = tensor.empty() : tensor<4xindex>
  // expected-remark @below {{sharding rule '([i])->([i]) {i=4}', free}}
  %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      outs(%e : tensor<4xindex>) {
  ^bb0(%z: index):
    %6 = linalg.index 0 : index
    linalg.yield %6 : index
  } -> tensor<4xindex>
  // expected-remark @below {{sharding rule '(*)->([i,j]) {i=?,j=6}', free}}
  %7 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %s : f32
  } : tensor<?x6xf32>
  // Not of nothing: of the old value, of a tensor, of an outer tensor.
  // expected-remark @below {{sharding rule '([i])->([i]) {i=6}'}}
  %8 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      outs(%t : tensor<6xf32>) {
  ^bb0(%z: f32):
    %9 = math.exp %z : f32
    linalg.yield %9 : f32
  } -> tensor<6xf32>
  // expected-remark @below {{sharding rule '([j],[i,j])->([i,j]) {i=4,j=6} passes any 0->0'}}
  %10 = linalg.broadcast ins(%t : tensor<6xf32>) outs(%1 : tensor<4x6xf32>)
      dimensions = [0]
  // expected-remark @below {{sharding rule '(*)->([i]) {i=?}', captures 1}}
  %11 = tensor.generate %n {
  ^bb0(%i: index):
    %12 = tensor.extract %t[%i] : tensor<6xf32>
    tensor.yield %12 : f32
  } : tensor<?xf32>
  return
}

// Positions that are data, in tensors: there is no rule.
func.func @gather(%a: tensor<4x6xf32>, %i: tensor<3x1xindex>) {
  // expected-remark @below {{no sharding rule}}
  %0 = tensor.gather %a[%i] gather_dims([0])
      : (tensor<4x6xf32>, tensor<3x1xindex>) -> tensor<3x1x6xf32>
  return
}
