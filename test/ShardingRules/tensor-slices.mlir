// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

// An axis that is taken whole, in order, is parallel; one that is cut is read
// through a window.

func.func @extract_slice(%a: tensor<4x6x8xf32>, %n: index) {
  // expected-remark @below {{sharding rule '([i,j+2,k])->([i,j,k]) {i=4,j=3,k=8} passes any 0->0'}}
  %0 = tensor.extract_slice %a[0, 2, 0] [4, 3, 8] [1, 1, 1]
      : tensor<4x6x8xf32> to tensor<4x3x8xf32>
  // Dropped axes, also one of a single position left.
  // expected-remark @below {{sharding rule '([i,@2,j])->([i,j]) {i=4,j=8} passes any 0->0'}}
  %1 = tensor.extract_slice %a[0, 2, 0] [4, 1, 8] [1, 1, 1]
      : tensor<4x6x8xf32> to tensor<4x8xf32>
  // expected-remark @below {{sharding rule '([i,@2,j])->([i,1,j]) {i=4,j=8} passes any 0->0'}}
  %2 = tensor.extract_slice %a[0, 2, 0] [4, 1, 8] [1, 1, 1]
      : tensor<4x6x8xf32> to tensor<4x1x8xf32>
  // A stride cuts.
  // expected-remark @below {{sharding rule '([i,2j,k])->([i,j,k]) {i=4,j=3,k=8} passes any 0->0'}}
  %3 = tensor.extract_slice %a[0, 0, 0] [4, 3, 8] [1, 2, 1]
      : tensor<4x6x8xf32> to tensor<4x3x8xf32>
  // So does a start that is data; a size that is data makes the axis whole.
  // expected-remark @below {{sharding rule '([i+?,j,k],*,*)->([i,j,l]) {i=2,j=6,k=8 whole,l=? whole} passes any 0->0'}}
  %4 = tensor.extract_slice %a[%n, 0, 0] [2, 6, %n] [1, 1, 1]
      : tensor<4x6x8xf32> to tensor<2x6x?xf32>
  return
}

// The size is known to be the extent.
func.func @dynamic(%a: tensor<?x6xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-remark @below {{sharding rule '([i,j],*)->(*) {i=?,j=6} passes any 0->'}}
  %d = tensor.dim %a, %c0 : tensor<?x6xf32>
  // expected-remark @below {{sharding rule '([i,j+1],*)->([i,j]) {i=?,j=2} passes any 0->0'}}
  %0 = tensor.extract_slice %a[0, 1] [%d, 2] [1, 1]
      : tensor<?x6xf32> to tensor<?x2xf32>
  // expected-remark @below {{sharding rule '([i,k+1],*)->([j,k]) {i=? whole,j=? whole,k=2} passes any 0->0'}}
  %1 = tensor.extract_slice %a[0, 1] [%n, 2] [1, 1]
      : tensor<?x6xf32> to tensor<?x2xf32>
  return
}

func.func @insert_slice(%a: tensor<4x3x8xf32>, %r: tensor<4x8xf32>,
                        %d: tensor<4x6x8xf32>) {
  // expected-remark @below {{sharding rule '([i,j-2,k],[i,j,k])->([i,j,k]) {i=4,j=6,k=8} passes any 0+1->0'}}
  %0 = tensor.insert_slice %a into %d[0, 2, 0] [4, 3, 8] [1, 1, 1]
      : tensor<4x3x8xf32> into tensor<4x6x8xf32>
  // expected-remark @below {{sharding rule '([i,k],[i,j,k])->([i,j,k]) {i=4,j=6,k=8} passes any 0+1->0'}}
  %1 = tensor.insert_slice %r into %d[0, 2, 0] [4, 1, 8] [1, 1, 1]
      : tensor<4x8xf32> into tensor<4x6x8xf32>
  // expected-remark @below {{sharding rule '([i,j,k],[i,j,k])->([i,j,k]) {i=4,j=6,k=8} passes any 0+1->0'}}
  %2 = tensor.insert_slice %d into %d[0, 0, 0] [4, 6, 8] [1, 1, 1]
      : tensor<4x6x8xf32> into tensor<4x6x8xf32>
  return
}

func.func @concat(%a: tensor<4x3xf32>, %b: tensor<4x5xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i,j-3])->([i,j]) {i=4,j=8} passes any 0+1->0'}}
  %0 = tensor.concat dim(1) %a, %b
      : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
  // expected-remark @below {{sharding rule '([i,j])->([i,j]) {i=4,j=3} passes any 0->0'}}
  %1 = tensor.concat dim(1) %a : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

func.func @pad(%a: tensor<4x6xf32>, %s: f32) {
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{sharding rule '([i,j-1])->([i,j]) {i=4,j=9} passes sum 0->0'}}
  %0 = tensor.pad %a low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x6xf32> to tensor<4x9xf32>
  // Any other value would count once per part.
  // expected-remark @below {{sharding rule '([i,j-1])->([i,j]) {i=4,j=9}'}}
  %1 = tensor.pad %a low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %s : f32
  } : tensor<4x6xf32> to tensor<4x9xf32>
  // The value depends on the position along an axis that is not padded.
  // expected-remark @below {{sharding rule '([i,k])->([j,l]) {i=4 whole,j=4 whole,k=6 whole,l=9 whole}'}}
  %2 = tensor.pad %a low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    %3 = arith.index_cast %i : index to i32
    %4 = arith.sitofp %3 : i32 to f32
    tensor.yield %4 : f32
  } : tensor<4x6xf32> to tensor<4x9xf32>
  // An amount that is data, and a negative one.
  %n = arith.constant 1 : index
  %m = arith.muli %n, %n : index
  // expected-remark @below {{sharding rule '([i,k],*)->([j,k]) {i=4 whole,j=? whole,k=4} passes sum 0->0'}}
  %5 = tensor.pad %a low[%m, 0] high[0, -2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x6xf32> to tensor<?x4xf32>
  return
}
