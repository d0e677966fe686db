// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

// Factors are loops: operands and results are laid out as the indexing maps say.

func.func @contractions(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>,
                        %c: tensor<4x6xf32>, %x: tensor<8xf32>,
                        %y: tensor<4xf32>, %s: tensor<f32>, %e: tensor<6xf32>) {
  // expected-remark @below {{sharding rule '([i,k],[k,j],[i,j])->([i,j]) {i=4,j=6,k=8 reduction(sum)}'}}
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>)
                     outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  // expected-remark @below {{sharding rule '([i,j],[j],[i])->([i]) {i=4,j=8 reduction(sum)}'}}
  %1 = linalg.matvec ins(%a, %x : tensor<4x8xf32>, tensor<8xf32>)
                     outs(%y : tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i],*)->(*) {i=8 reduction(sum)}'}}
  %2 = linalg.dot ins(%x, %x : tensor<8xf32>, tensor<8xf32>)
                  outs(%s : tensor<f32>) -> tensor<f32>
  // expected-remark @below {{sharding rule '([j],[j,i],[i])->([i]) {i=6,j=8 reduction(sum)}'}}
  %3 = linalg.vecmat ins(%x, %b : tensor<8xf32>, tensor<8x6xf32>)
                     outs(%e : tensor<6xf32>) -> tensor<6xf32>
  return
}

func.func @batched(%a: tensor<2x4x8xf32>, %b: tensor<2x8x6xf32>,
                   %c: tensor<2x4x6xf32>, %d: tensor<4x6xf32>) {
  // expected-remark @below {{sharding rule '([i,j,l],[i,l,k],[i,j,k])->([i,j,k]) {i=2,j=4,k=6,l=8 reduction(sum)}'}}
  %0 = linalg.batch_matmul
      ins(%a, %b : tensor<2x4x8xf32>, tensor<2x8x6xf32>)
      outs(%c : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  // expected-remark @below {{sharding rule '([i,j,l],[i,l,k],[j,k])->([j,k]) {i=2 reduction(sum),j=4,k=6,l=8 reduction(sum)}'}}
  %1 = linalg.batch_reduce_matmul
      ins(%a, %b : tensor<2x4x8xf32>, tensor<2x8x6xf32>)
      outs(%d : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

func.func @transposed(%a: tensor<8x4xf32>, %b: tensor<8x6xf32>,
                      %c: tensor<4x6xf32>) {
  // expected-remark @below {{sharding rule '([k,i],[k,j],[i,j])->([i,j]) {i=4,j=6,k=8 reduction(sum)}'}}
  %0 = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
                       affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<8x4xf32>, tensor<8x6xf32>)
      outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  // expected-remark @below {{sharding rule '([k,i],[k,j],[i,j])->([i,j]) {i=4,j=6,k=8 reduction(sum)}'}}
  %1 = linalg.contract
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
                       affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<8x4xf32>, tensor<8x6xf32>)
      outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// Integers and numbers of lower precision accumulate in the type of the result.
func.func @types(%a: tensor<4x8xbf16>, %b: tensor<8x6xbf16>,
                 %c: tensor<4x6xf32>, %i: tensor<4x8xi8>, %j: tensor<8x6xi8>,
                 %k: tensor<4x6xi32>) {
  // expected-remark @below {{sharding rule '([i,k],[k,j],[i,j])->([i,j]) {i=4,j=6,k=8 reduction(sum)}'}}
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xbf16>, tensor<8x6xbf16>)
                     outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  // expected-remark @below {{sharding rule '([i,k],[k,j],[i,j])->([i,j]) {i=4,j=6,k=8 reduction(sum)}'}}
  %1 = linalg.matmul ins(%i, %j : tensor<4x8xi8>, tensor<8x6xi8>)
                     outs(%k : tensor<4x6xi32>) -> tensor<4x6xi32>
  return
}

func.func @moves(%a: tensor<4x8xf32>, %t: tensor<8x4xf32>,
                 %b: tensor<4x5x8xf32>) {
  // expected-remark @below {{sharding rule '([j,i],[i,j])->([i,j]) {i=8,j=4} passes any 0->0'}}
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%t : tensor<8x4xf32>)
      permutation = [1, 0]
  // expected-remark @below {{sharding rule '([i,k],[i,j,k])->([i,j,k]) {i=4,j=5,k=8} passes any 0->0'}}
  %1 = linalg.broadcast ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x5x8xf32>)
      dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i,j])->([i,j]) {i=4,j=8} passes any 0->0'}}
  %2 = linalg.copy ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>)
      -> tensor<4x8xf32>
  return
}

func.func @elementwise(%a: tensor<4x8xf32>, %e: tensor<4x8xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i,j])->([i,j]) {i=4,j=8}'}}
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>)
      -> tensor<4x8xf32>
  // expected-remark @below {{sharding rule '([i,j],[i,j],[i,j])->([i,j]) {i=4,j=8} passes sum 0+1->0'}}
  %1 = linalg.add ins(%a, %0 : tensor<4x8xf32>, tensor<4x8xf32>)
                  outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  // expected-remark @below {{sharding rule '([i,j],[i,j],[i,j])->([i,j]) {i=4,j=8} passes sum 0+1->0'}}
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<sub>
      ins(%a, %0 : tensor<4x8xf32>, tensor<4x8xf32>)
      outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  // expected-remark @below {{sharding rule '([i,j],[i,j])->([i,j]) {i=4,j=8}'}}
  %3 = linalg.map { math.tanh } ins(%a : tensor<4x8xf32>)
      outs(%e : tensor<4x8xf32>)
  // expected-remark @below {{sharding rule '([i,j],[i,j])->([i,j]) {i=4,j=8} passes sum 0->0'}}
  %4 = linalg.map { arith.negf } ins(%a : tensor<4x8xf32>)
      outs(%e : tensor<4x8xf32>)
  return
}

func.func @reduce(%a: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(max)}'}}
  %0 = linalg.reduce { arith.maximumf } ins(%a : tensor<4x8xf32>)
      outs(%y : tensor<4xf32>) dimensions = [1]
  return
}

// The normalised axis cannot be split: the op is decomposed to be.
func.func @softmax(%a: tensor<4x8xf32>, %e: tensor<4x8xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i,j])->([i,j]) {i=4,j=8 whole}'}}
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>)
      outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// Tiled layouts of data are not described.
func.func @pack(%a: tensor<4x8xf32>, %p: tensor<2x2x2x4xf32>) {
  // expected-remark @below {{no sharding rule}}
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [2, 4]
      into %p : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  return
}
