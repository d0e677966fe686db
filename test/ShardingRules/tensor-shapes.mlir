// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

// A merged axis has the factors of what it was merged from, major first.

func.func @expand(%a: tensor<24x5xf32>, %b: tensor<3x5xf32>,
                  %s: tensor<f32>) {
  // expected-remark @below {{sharding rule '([ij,k])->([i,j,k]) {i=4,j=6,k=5} passes any 0->0 reshapes'}}
  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [4, 6, 5]
      : tensor<24x5xf32> into tensor<4x6x5xf32>
  // expected-remark @below {{sharding rule '([ijk,l])->([i,j,k,l]) {i=4,j=2,k=3,l=5} passes any 0->0 reshapes'}}
  %1 = tensor.expand_shape %a [[0, 1, 2], [3]] output_shape [4, 2, 3, 5]
      : tensor<24x5xf32> into tensor<4x2x3x5xf32>
  // Axes of one position are no part of it.
  // expected-remark @below {{sharding rule '([i,j])->([i,1,1,j,1]) {i=3,j=5} passes any 0->0 reshapes'}}
  %2 = tensor.expand_shape %b [[0, 1], [2, 3, 4]] output_shape [3, 1, 1, 5, 1]
      : tensor<3x5xf32> into tensor<3x1x1x5x1xf32>
  // expected-remark @below {{sharding rule '(*)->([1,1]) {} passes any 0->0 reshapes'}}
  %3 = tensor.expand_shape %s [] output_shape [1, 1]
      : tensor<f32> into tensor<1x1xf32>
  return
}

func.func @collapse(%a: tensor<4x6x5xf32>, %b: tensor<1x6x1xf32>,
                    %u: tensor<1x1xf32>) {
  // expected-remark @below {{sharding rule '([i,j,k])->([ij,k]) {i=4,j=6,k=5} passes any 0->0 reshapes'}}
  %0 = tensor.collapse_shape %a [[0, 1], [2]]
      : tensor<4x6x5xf32> into tensor<24x5xf32>
  // expected-remark @below {{sharding rule '([i,j,k])->([ijk]) {i=4,j=6,k=5} passes any 0->0 reshapes'}}
  %1 = tensor.collapse_shape %a [[0, 1, 2]]
      : tensor<4x6x5xf32> into tensor<120xf32>
  // expected-remark @below {{sharding rule '([1,i,1])->([i]) {i=6} passes any 0->0 reshapes'}}
  %2 = tensor.collapse_shape %b [[0, 1, 2]]
      : tensor<1x6x1xf32> into tensor<6xf32>
  // expected-remark @below {{sharding rule '([1,1])->(*) {} passes any 0->0 reshapes'}}
  %3 = tensor.collapse_shape %u [] : tensor<1x1xf32> into tensor<f32>
  return
}

func.func @dynamic(%a: tensor<?x5xf32>, %b: tensor<?x4x5xf32>, %n: index) {
  // expected-remark @below {{sharding rule '([ij,k],*)->([i,j,k]) {i=?,j=4,k=5} passes any 0->0 reshapes'}}
  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [%n, 4, 5]
      : tensor<?x5xf32> into tensor<?x4x5xf32>
  // expected-remark @below {{sharding rule '([i,j],*)->([i,1,j]) {i=?,j=5} passes any 0->0 reshapes'}}
  %1 = tensor.expand_shape %a [[0, 1], [2]] output_shape [%n, 1, 5]
      : tensor<?x5xf32> into tensor<?x1x5xf32>
  // expected-remark @below {{sharding rule '([i,j,k])->([ij,k]) {i=?,j=4,k=5} passes any 0->0 reshapes'}}
  %2 = tensor.collapse_shape %b [[0, 1], [2]]
      : tensor<?x4x5xf32> into tensor<?x5xf32>
  return
}

// An axis whose extent only one of the types knows stays whole.
func.func @cast(%a: tensor<4x?xf32>, %b: tensor<4x8xi32>) {
  // expected-remark @below {{sharding rule '([i,j])->([i,j]) {i=4 whole,j=8 whole} passes any 0->0'}}
  %0 = tensor.cast %a : tensor<4x?xf32> to tensor<?x8xf32>
  // expected-remark @below {{sharding rule '([i,j])->([i,j]) {i=4,j=8}'}}
  %1 = tensor.bitcast %b : tensor<4x8xi32> to tensor<4x8xf32>
  return
}

// Static types say what the shape operand does.
func.func @reshape(%a: tensor<4x6xf32>, %b: tensor<6x4xf32>,
                   %shape: tensor<1xindex>, %pair: tensor<2xindex>,
                   %triple: tensor<3xindex>) {
  // expected-remark @below {{sharding rule '([i,j],[1])->([ij]) {i=4,j=6} passes any 0->0 reshapes'}}
  %0 = tensor.reshape %a(%shape)
      : (tensor<4x6xf32>, tensor<1xindex>) -> tensor<24xf32>
  // What merges and splits at a time is whole.
  // expected-remark @below {{sharding rule '([i,j],[m])->([k,l]) {i=4 whole,j=6 whole,k=8 whole,l=3 whole,m=2 whole} passes any 0->0 reshapes'}}
  %1 = tensor.reshape %a(%pair)
      : (tensor<4x6xf32>, tensor<2xindex>) -> tensor<8x3xf32>
  // expected-remark @below {{sharding rule '([ij,k],[l])->([i,j,k]) {i=2,j=3,k=4,l=3 whole} passes any 0->0 reshapes'}}
  %2 = tensor.reshape %b(%triple)
      : (tensor<6x4xf32>, tensor<3xindex>) -> tensor<2x3x4xf32>
  return
}

func.func @unranked(%a: tensor<*xf32>) {
  // expected-remark @below {{no sharding rule}}
  %0 = tensor.cast %a : tensor<*xf32> to tensor<4x6xf32>
  return
}
