// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

// Loops that meet in one axis (a window) cannot be split; the others can.

func.func @conv(%i: tensor<2x3x10x12xf32>, %f: tensor<8x3x3x5xf32>,
                %o: tensor<2x8x8x8xf32>) {
  // expected-remark @below {{sharding rule '([i,m,p,q],[j,m,n,o],[i,j,k,l])->([i,j,k,l]) {i=2,j=8,k=8 whole,l=8 whole,m=3 reduction(sum),n=3 whole,o=5 whole,p=10 whole,q=12 whole}'}}
  %0 = linalg.conv_2d_nchw_fchw
      ins(%i, %f : tensor<2x3x10x12xf32>, tensor<8x3x3x5xf32>)
      outs(%o : tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32>
  return
}

// A filter of one position is a contraction.
func.func @pointwise(%i: tensor<2x10x12x3xf32>, %f: tensor<1x1x3x8xf32>,
                     %o: tensor<2x10x12x8xf32>) {
  // expected-remark @below {{sharding rule '([i,j,k,o],[1,1,o,l],[i,j,k,l])->([i,j,k,l]) {i=2,j=10,k=12,l=8,m=1,n=1,o=3 reduction(sum)}'}}
  %0 = linalg.conv_2d_nhwc_hwcf
      ins(%i, %f : tensor<2x10x12x3xf32>, tensor<1x1x3x8xf32>)
      outs(%o : tensor<2x10x12x8xf32>) -> tensor<2x10x12x8xf32>
  return
}

// With a stride it reads every other position only, and here the last column
// not at all.
func.func @strided(%i: tensor<2x10x12x3xf32>, %f: tensor<1x1x3x8xf32>,
                   %o: tensor<2x5x11x8xf32>) {
  // expected-remark @below {{sharding rule '([i,p,q,o],[1,1,o,l],[i,j,k,l])->([i,j,k,l]) {i=2,j=5 whole,k=11 whole,l=8,m=1,n=1,o=3 reduction(sum),p=10 whole,q=12 whole}'}}
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%i, %f : tensor<2x10x12x3xf32>, tensor<1x1x3x8xf32>)
      outs(%o : tensor<2x5x11x8xf32>) -> tensor<2x5x11x8xf32>
  return
}

func.func @depthwise(%i: tensor<2x10x12x3xf32>, %f: tensor<3x3x3xf32>,
                     %o: tensor<2x8x10x3xf32>) {
  // expected-remark @below {{sharding rule '([i,o,p,l],[m,n,l],[i,j,k,l])->([i,j,k,l]) {i=2,j=8 whole,k=10 whole,l=3,m=3 whole,n=3 whole,o=10 whole,p=12 whole}'}}
  %0 = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%i, %f : tensor<2x10x12x3xf32>, tensor<3x3x3xf32>)
      outs(%o : tensor<2x8x10x3xf32>) -> tensor<2x8x10x3xf32>
  return
}

func.func @pooling(%i: tensor<2x10x12x3xf32>, %w: tensor<3x3xf32>,
                   %o: tensor<2x8x10x3xf32>) {
  // expected-remark @below {{sharding rule '([i,o,p,l],[m,n],[i,j,k,l])->([i,j,k,l]) {i=2,j=8 whole,k=10 whole,l=3,m=3 whole,n=3 whole,o=10 whole,p=12 whole}'}}
  %0 = linalg.pooling_nhwc_max
      ins(%i, %w : tensor<2x10x12x3xf32>, tensor<3x3xf32>)
      outs(%o : tensor<2x8x10x3xf32>) -> tensor<2x8x10x3xf32>
  return
}
