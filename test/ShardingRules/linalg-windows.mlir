// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

// Loops that meet in one axis read it through a window, and can be split.

func.func @conv(%i: tensor<2x3x10x12xf32>, %f: tensor<8x3x3x5xf32>,
                %o: tensor<2x8x8x8xf32>) {
  // expected-remark @below {{sharding rule '([i,m,k+n,l+o],[j,m,n,o],[i,j,k,l])->([i,j,k,l]) {i=2,j=8,k=8,l=8,m=3 reduction(sum),n=3 reduction(sum),o=5 reduction(sum)}'}}
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
  // expected-remark @below {{sharding rule '([i,2j,k,o],[1,1,o,l],[i,j,k,l])->([i,j,k,l]) {i=2,j=5,k=11,l=8,m=1,n=1,o=3 reduction(sum)}'}}
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%i, %f : tensor<2x10x12x3xf32>, tensor<1x1x3x8xf32>)
      outs(%o : tensor<2x5x11x8xf32>) -> tensor<2x5x11x8xf32>
  return
}

func.func @depthwise(%i: tensor<2x10x12x3xf32>, %f: tensor<3x3x3xf32>,
                     %o: tensor<2x8x10x3xf32>) {
  // expected-remark @below {{sharding rule '([i,j+m,k+n,l],[m,n,l],[i,j,k,l])->([i,j,k,l]) {i=2,j=8,k=10,l=3,m=3 reduction(sum),n=3 reduction(sum)}'}}
  %0 = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%i, %f : tensor<2x10x12x3xf32>, tensor<3x3x3xf32>)
      outs(%o : tensor<2x8x10x3xf32>) -> tensor<2x8x10x3xf32>
  return
}

func.func @pooling(%i: tensor<2x10x12x3xf32>, %w: tensor<3x3xf32>,
                   %o: tensor<2x8x10x3xf32>) {
  // expected-remark @below {{sharding rule '([i,j+m,k+n,l],[m,n],[i,j,k,l])->([i,j,k,l]) {i=2,j=8,k=10,l=3,m=3 reduction(max),n=3 reduction(max)}'}}
  %0 = linalg.pooling_nhwc_max
      ins(%i, %w : tensor<2x10x12x3xf32>, tensor<3x3xf32>)
      outs(%o : tensor<2x8x10x3xf32>) -> tensor<2x8x10x3xf32>
  return
}

// Windows that touch but do not overlap, also where something is left over (here
// the last column).
func.func @tiled(%i: tensor<2x8x13x3xf32>, %w: tensor<2x3xf32>,
                 %o: tensor<2x4x4x3xf32>) {
  // expected-remark @below {{sharding rule '([i,2j+m,3k+n,l],[m,n],[i,j,k,l])->([i,j,k,l]) {i=2,j=4,k=4,l=3,m=2 reduction(max),n=3 reduction(max)}'}}
  %0 = linalg.pooling_nhwc_max {strides = dense<[2, 3]> : tensor<2xi64>}
      ins(%i, %w : tensor<2x8x13x3xf32>, tensor<2x3xf32>)
      outs(%o : tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32>
  return
}

// Windows that are spread so that they interleave.
func.func @interleaved(%i: tensor<6xf32>, %f: tensor<3xf32>,
                       %o: tensor<2xf32>) {
  // expected-remark @below {{sharding rule '([i+2j],[j],[i])->([i]) {i=2,j=3 reduction(sum)}'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1 * 2)>,
                                        affine_map<(d0, d1) -> (d1)>,
                                        affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%i, %f : tensor<6xf32>, tensor<3xf32>) outs(%o : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2xf32>
  return
}

// The window of one position may leave the end of an axis out.
func.func @dynamic(%i: tensor<?xf32>, %f: tensor<1xf32>, %o: tensor<6xf32>) {
  // expected-remark @below {{sharding rule '([k],[1],[i])->([i]) {i=6 whole,j=1,k=? whole}'}}
  %0 = linalg.conv_1d ins(%i, %f : tensor<?xf32>, tensor<1xf32>)
                      outs(%o : tensor<6xf32>) -> tensor<6xf32>
  return
}
