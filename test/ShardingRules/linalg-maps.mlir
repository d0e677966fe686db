// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

// Indexing maps that are no permutation.

#id = affine_map<(d0, d1) -> (d0, d1)>

// An axis of one position has no factor, whether the map says 0 or not.
func.func @broadcast(%a: tensor<4x1xf32>, %b: tensor<1x8xf32>,
                     %e: tensor<4x8xf32>) {
  // expected-remark @below {{sharding rule '([i,1],[1,j],[i,j])->([i,j]) {i=4,j=8}'}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>,
                       affine_map<(d0, d1) -> (0, d1)>, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<4x1xf32>, tensor<1x8xf32>)
      outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.mulf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  // expected-remark @below {{sharding rule '([i,1],[i,1])->([i,1]) {i=4,j=1}'}}
  %2 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x1xf32>) outs(%a : tensor<4x1xf32>) {
  ^bb0(%x: f32, %z: f32):
    %3 = math.exp %x : f32
    linalg.yield %3 : f32
  } -> tensor<4x1xf32>
  return
}

// One position of an axis is read by all: it must be there whole.
func.func @constant(%a: tensor<4x3xf32>, %e: tensor<4xf32>) {
  // expected-remark @below {{sharding rule '([i,@2],[i])->([i]) {i=4} passes any 0->0'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 2)>,
                                        affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<4x3xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// A diagonal is no box.
func.func @diagonal(%a: tensor<4x4xf32>, %e: tensor<4xf32>) {
  // expected-remark @below {{sharding rule '([i,i],[i])->([i]) {i=4 whole} passes any 0->0'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, d0)>,
                                        affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<4x4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// The last iteration of d1 stays: parts would overwrite each other.
func.func @overwritten(%a: tensor<4x8xf32>, %e: tensor<4xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 whole} passes any 0->0'}}
  %0 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// An extent is known if one operand says.
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<4x?xf32>,
                   %e: tensor<?x?xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i,j],[i,j])->([i,j]) {i=4,j=?}'}}
  %0 = linalg.generic {indexing_maps = [#id, #id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<4x?xf32>)
      outs(%e : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.mulf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  return
}

// A value that feeds an op twice, in different roles; an extent of 0.
func.func @twice(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>, %n: tensor<0x4xf32>,
                 %m: tensor<0x4xf32>) {
  // expected-remark @below {{sharding rule '([i,k],[k,j],[i,j])->([i,j]) {i=4,j=4,k=4 reduction(sum)}'}}
  %0 = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>)
                     outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @below {{sharding rule '([i,j],[i,j])->([i,j]) {i=0,j=4}'}}
  %1 = linalg.exp ins(%n : tensor<0x4xf32>) outs(%m : tensor<0x4xf32>)
      -> tensor<0x4xf32>
  return
}

// Positions may be used: they are global ones.
func.func @index(%a: tensor<4x8xi64>, %e: tensor<4x8xi64>) {
  // expected-remark @below {{sharding rule '([i,j],[i,j])->([i,j]) {i=4,j=8}'}}
  %0 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xi64>) outs(%e : tensor<4x8xi64>) {
  ^bb0(%x: i64, %z: i64):
    %1 = linalg.index 1 : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.andi %x, %2 : i64
    linalg.yield %3 : i64
  } -> tensor<4x8xi64>
  return
}

// What the body reads besides its operands must be replicated; scalars are.
func.func @captured(%a: tensor<4x8xf32>, %s: f32, %i: tensor<4xindex>,
                    %e: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}', captures 1}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                        affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      ins(%i : tensor<4xindex>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: index, %z: f32):
    %1 = tensor.extract %a[%x, %c0] : tensor<4x8xf32>
    %2 = arith.addf %1, %s : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return
}

// No loops at all.
func.func @rank0(%a: tensor<f32>, %e: tensor<f32>) {
  // expected-remark @below {{sharding rule '(*,*)->(*) {} passes sum 0->0'}}
  %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>,
                                        affine_map<() -> ()>],
                       iterator_types = []}
      ins(%a : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %z: f32):
    %1 = arith.negf %x : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return
}

// A merged axis of two parallel loops.
func.func @merged(%a: tensor<24x5xf32>, %e: tensor<4x6x5xf32>) {
  // expected-remark @below {{sharding rule '([ij,k],[i,j,k])->([i,j,k]) {i=4,j=6,k=5} passes any 0->0'}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d1 + d0 * 6, d2)>,
                       affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<24x5xf32>) outs(%e : tensor<4x6x5xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<4x6x5xf32>
  return
}
