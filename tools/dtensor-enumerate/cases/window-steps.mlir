// Windows with another step on each axis, in all types.

//! case conv_2d_nhwc_hwcf.unlike H>=1 W>=1 C F
//! moves 0
//! still arg0.0 arg1.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! by arg0.2 fetch
//! by arg0.3 all_reduce reduce_scatter
//! by arg1.2 all_reduce reduce_scatter
//! summed arg0.3 arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<2x${H*3-1}x${W+4}x${C}xf32>, %b: tensor<2x3x${C}x${F}xf32>, %c: tensor<2x${H}x${W}x${F}xf32>) -> tensor<2x${H}x${W}x${F}xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[3, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : tensor<2x${H*3-1}x${W+4}x${C}xf32>, tensor<2x3x${C}x${F}xf32>) outs(%c : tensor<2x${H}x${W}x${F}xf32>) -> tensor<2x${H}x${W}x${F}xf32>
  return %0 : tensor<2x${H}x${W}x${F}xf32>
}

//! case conv_2d_nhwc_hwcf.wide H>=1 W>=1 C F
//! moves 0
//! still arg0.0 arg1.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.3 all_reduce reduce_scatter
//! by arg1.2 all_reduce reduce_scatter
//! summed arg0.3 arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<2x${H+8}x${W*2}x${C}xf64>, %b: tensor<3x2x${C}x${F}xf64>, %c: tensor<2x${H}x${W}x${F}xf64>) -> tensor<2x${H}x${W}x${F}xf64> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[1, 2]> : tensor<2xi64>, dilations = dense<[4, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x${H+8}x${W*2}x${C}xf64>, tensor<3x2x${C}x${F}xf64>) outs(%c : tensor<2x${H}x${W}x${F}xf64>) -> tensor<2x${H}x${W}x${F}xf64>
  return %0 : tensor<2x${H}x${W}x${F}xf64>
}

//! case conv_2d_nhwc_hwcf.skips H>=1 W>=1 C F
//! moves 0
//! still arg0.0 arg1.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! by arg0.2 fetch
//! by arg0.3 all_reduce reduce_scatter
//! by arg1.2 all_reduce reduce_scatter
//! summed arg0.3 arg1.0 arg1.1 arg1.2
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<2x${H*4-2}x${W*3-1}x${C}xbf16>, %b: tensor<2x2x${C}x${F}xbf16>, %c: tensor<2x${H}x${W}x${F}xf32>) -> tensor<2x${H}x${W}x${F}xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[4, 3]> : tensor<2xi64>, dilations = dense<[1, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x${H*4-2}x${W*3-1}x${C}xbf16>, tensor<2x2x${C}x${F}xbf16>) outs(%c : tensor<2x${H}x${W}x${F}xf32>) -> tensor<2x${H}x${W}x${F}xf32>
  return %0 : tensor<2x${H}x${W}x${F}xf32>
}

//! case conv_2d_nchw_fchw.unlike H>=1 W>=1 C F
//! moves 0
//! still arg0.0 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.1 result0*2
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! by arg0.1 all_reduce reduce_scatter
//! by arg0.2 fetch
//! by arg0.3 fetch
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg1.1 arg1.2 arg1.3
func.func @main(%a: tensor<2x${C}x${H+7}x${W*3-1}xf16>, %b: tensor<${F}x${C}x3x2xf16>, %c: tensor<2x${F}x${H}x${W}xf16>) -> tensor<2x${F}x${H}x${W}xf16> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<[1, 3]> : tensor<2xi64>, dilations = dense<[3, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x${C}x${H+7}x${W*3-1}xf16>, tensor<${F}x${C}x3x2xf16>) outs(%c : tensor<2x${F}x${H}x${W}xf16>) -> tensor<2x${F}x${H}x${W}xf16>
  return %0 : tensor<2x${F}x${H}x${W}xf16>
}

//! case conv_2d_nchw_fchw.rest H>=1 W>=1 C F
//! moves 0
//! still arg0.0 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.1 result0*2
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! by arg0.1 all_reduce reduce_scatter
//! by arg0.2 fetch
//! by arg0.3 fetch
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg1.1 arg1.2 arg1.3
func.func @main(%a: tensor<2x${C}x${H*3+1}x${W*2+1}xi8>, %b: tensor<${F}x${C}x2x3xi8>, %c: tensor<2x${F}x${H}x${W}xi32>) -> tensor<2x${F}x${H}x${W}xi32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<[3, 2]> : tensor<2xi64>, dilations = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x${C}x${H*3+1}x${W*2+1}xi8>, tensor<${F}x${C}x2x3xi8>) outs(%c : tensor<2x${F}x${H}x${W}xi32>) -> tensor<2x${F}x${H}x${W}xi32>
  return %0 : tensor<2x${F}x${H}x${W}xi32>
}

//! case conv_2d_ngchw_gfchw.integers H>=1 W>=1 C F
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 arg2.0 arg2.1 arg2.2 result0.0 result0.1 result0.2
//! along arg0.2 result0*2
//! along arg0.3 arg0/2
//! along arg0.4 arg0/2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg1.4 result0*2
//! along arg2.3 arg0/2
//! along arg2.4 arg0/2
//! along result0.3 arg0/2
//! along result0.4 arg0/2
//! by arg0.2 all_reduce reduce_scatter
//! by arg0.3 fetch
//! by arg0.4 fetch
//! summed arg0.2 arg1.2 arg1.3 arg1.4
func.func @main(%a: tensor<2x3x${C}x${H*2+1}x${W*3-1}xi16>, %b: tensor<3x${F}x${C}x2x2xi16>, %c: tensor<2x3x${F}x${H}x${W}xi32>) -> tensor<2x3x${F}x${H}x${W}xi32> {
  %0 = linalg.conv_2d_ngchw_gfchw {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x3x${C}x${H*2+1}x${W*3-1}xi16>, tensor<3x${F}x${C}x2x2xi16>) outs(%c : tensor<2x3x${F}x${H}x${W}xi32>) -> tensor<2x3x${F}x${H}x${W}xi32>
  return %0 : tensor<2x3x${F}x${H}x${W}xi32>
}

//! case conv_2d_ngchw_gfchw.groups G H>=1 C F
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 arg2.0 arg2.1 arg2.2 result0.0 result0.1 result0.2
//! along arg0.2 result0*2
//! along arg0.3 arg0/2
//! along arg0.4 arg0/2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg1.4 result0*2
//! along arg2.3 arg0/2
//! along arg2.4 arg0/2
//! along result0.3 arg0/2
//! along result0.4 arg0/2
//! by arg0.2 all_reduce reduce_scatter
//! summed arg0.2 arg1.2 arg1.3 arg1.4
func.func @main(%a: tensor<2x${G}x${C}x${H+4}x4xf32>, %b: tensor<${G}x${F}x${C}x3x2xf32>, %c: tensor<2x${G}x${F}x${H}x3xf32>) -> tensor<2x${G}x${F}x${H}x3xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw {strides = dense<[1, 1]> : tensor<2xi64>, dilations = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x${G}x${C}x${H+4}x4xf32>, tensor<${G}x${F}x${C}x3x2xf32>) outs(%c : tensor<2x${G}x${F}x${H}x3xf32>) -> tensor<2x${G}x${F}x${H}x3xf32>
  return %0 : tensor<2x${G}x${F}x${H}x3xf32>
}

//! case conv_2d_nhwgc_gfhwc.groups G H>=1 C F
//! moves 0
//! still arg0.0 arg0.3 arg1.0 arg1.1 arg2.0 arg2.3 arg2.4 result0.0 result0.3 result0.4
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.4 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg1.4 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! by arg0.4 all_reduce reduce_scatter
//! summed arg0.4 arg1.2 arg1.3 arg1.4
//! undivided arg0.2
func.func @main(%a: tensor<2x${H*2}x4x${G}x${C}xf32>, %b: tensor<${G}x${F}x2x2x${C}xf32>, %c: tensor<2x${H}x3x${G}x${F}xf32>) -> tensor<2x${H}x3x${G}x${F}xf32> {
  %0 = linalg.conv_2d_nhwgc_gfhwc {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x${H*2}x4x${G}x${C}xf32>, tensor<${G}x${F}x2x2x${C}xf32>) outs(%c : tensor<2x${H}x3x${G}x${F}xf32>) -> tensor<2x${H}x3x${G}x${F}xf32>
  return %0 : tensor<2x${H}x3x${G}x${F}xf32>
}

//! case conv_1d_nwc_wcf.overlaps N H>=1 C F
//! moves 0
//! still arg0.0 arg1.2 arg2.0 arg2.2 result0.0 result0.2
//! along arg0.1 arg0/2
//! along arg0.2 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg2.1 arg0/2
//! along result0.1 arg0/2
//! by arg0.1 fetch
//! by arg0.2 all_reduce reduce_scatter
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.2 arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H*2+3}x${C}xf32>, %b: tensor<5x${C}x${F}xf32>, %c: tensor<${N}x${H}x${F}xf32>) -> tensor<${N}x${H}x${F}xf32> {
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<[2]> : tensor<1xi64>, dilations = dense<[1]> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${H*2+3}x${C}xf32>, tensor<5x${C}x${F}xf32>) outs(%c : tensor<${N}x${H}x${F}xf32>) -> tensor<${N}x${H}x${F}xf32>
  return %0 : tensor<${N}x${H}x${F}xf32>
}

//! case conv_1d_ncw_fcw.far N H>=1 C F
//! moves 0
//! still arg0.0 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.1 result0*2
//! along arg0.2 arg0/2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.2 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 all_reduce reduce_scatter
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg1.1 arg1.2
//! undivided arg1.2
func.func @main(%a: tensor<${N}x${C}x${H+9}xf64>, %b: tensor<${F}x${C}x2xf64>, %c: tensor<${N}x${F}x${H}xf64>) -> tensor<${N}x${F}x${H}xf64> {
  %0 = linalg.conv_1d_ncw_fcw {strides = dense<[1]> : tensor<1xi64>, dilations = dense<[9]> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${C}x${H+9}xf64>, tensor<${F}x${C}x2xf64>) outs(%c : tensor<${N}x${F}x${H}xf64>) -> tensor<${N}x${F}x${H}xf64>
  return %0 : tensor<${N}x${F}x${H}xf64>
}

//! case conv_1d_ncw_fcw.complex N H>=1 C F
//! moves 0
//! still arg0.0 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.1 result0*2
//! along arg0.2 arg0/2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.2 arg0/2
//! along result0.2 arg0/2
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg1.1 arg1.2
func.func @main(%a: tensor<${N}x${C}x${H+2}xcomplex<f32>>, %b: tensor<${F}x${C}x3xcomplex<f32>>, %c: tensor<${N}x${F}x${H}xcomplex<f32>>) -> tensor<${N}x${F}x${H}xcomplex<f32>> {
  %0 = linalg.conv_1d_ncw_fcw {strides = dense<[1]> : tensor<1xi64>, dilations = dense<[1]> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${C}x${H+2}xcomplex<f32>>, tensor<${F}x${C}x3xcomplex<f32>>) outs(%c : tensor<${N}x${F}x${H}xcomplex<f32>>) -> tensor<${N}x${F}x${H}xcomplex<f32>>
  return %0 : tensor<${N}x${F}x${H}xcomplex<f32>>
}

//! case conv_1d.integers H>=1
//! moves 0
//! along arg0.0 arg0+result0*2
//! by arg0.0 fetch
//! by arg1.0 all_reduce reduce_scatter
//! summed arg1.0
// A result of fewer positions than the kernel has may be summed.
//! along arg1.0 result0*2
//! along arg2.0 arg0/2
//! along result0.0 arg0/2
func.func @main(%a: tensor<${H+3}xi8>, %b: tensor<4xi8>, %c: tensor<${H}xi64>) -> tensor<${H}xi64> {
  %0 = linalg.conv_1d  ins(%a, %b : tensor<${H+3}xi8>, tensor<4xi8>) outs(%c : tensor<${H}xi64>) -> tensor<${H}xi64>
  return %0 : tensor<${H}xi64>
}

//! case conv_2d.both H>=1 W>=1
//! moves 0
//! along arg0.0 arg0/2
//! along arg0.1 arg0/2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg2.0 arg0/2
//! along arg2.1 arg0/2
//! along result0.0 arg0/2
//! along result0.1 arg0/2
//! by arg0.0 fetch
//! by arg1.0 all_reduce reduce_scatter
//! by arg1.1 all_reduce reduce_scatter
//! summed arg1.0 arg1.1
func.func @main(%a: tensor<${H+1}x${W+3}xf16>, %b: tensor<2x4xf16>, %c: tensor<${H}x${W}xf16>) -> tensor<${H}x${W}xf16> {
  %0 = linalg.conv_2d  ins(%a, %b : tensor<${H+1}x${W+3}xf16>, tensor<2x4xf16>) outs(%c : tensor<${H}x${W}xf16>) -> tensor<${H}x${W}xf16>
  return %0 : tensor<${H}x${W}xf16>
}

//! case conv_3d.all H>=1 W>=1 D>=1
//! moves 0
//! along arg0.0 arg0/2
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.0 arg0/2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.0 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.0 fetch
//! by arg1.1 all_reduce reduce_scatter
//! summed arg1.0 arg1.1 arg1.2
//! undivided arg1.0
func.func @main(%a: tensor<${D+1}x${H+2}x${W}xi32>, %b: tensor<2x3x1xi32>, %c: tensor<${D}x${H}x${W}xi32>) -> tensor<${D}x${H}x${W}xi32> {
  %0 = linalg.conv_3d  ins(%a, %b : tensor<${D+1}x${H+2}x${W}xi32>, tensor<2x3x1xi32>) outs(%c : tensor<${D}x${H}x${W}xi32>) -> tensor<${D}x${H}x${W}xi32>
  return %0 : tensor<${D}x${H}x${W}xi32>
}

//! case conv_2d_nhwc_hwcf.one-by-one N H>=1 C F
//! moves 0
//! still arg0.0 arg1.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! summed arg0.3 arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<${N}x${H}x3x${C}xf32>, %b: tensor<1x1x${C}x${F}xf32>, %c: tensor<${N}x${H}x3x${F}xf32>) -> tensor<${N}x${H}x3x${F}xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[1, 1]> : tensor<2xi64>, dilations = dense<[1, 1]> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H}x3x${C}xf32>, tensor<1x1x${C}x${F}xf32>) outs(%c : tensor<${N}x${H}x3x${F}xf32>) -> tensor<${N}x${H}x3x${F}xf32>
  return %0 : tensor<${N}x${H}x3x${F}xf32>
}

//! case conv_2d_nhwc_hwcf_q.unlike N H>=1 C F
//! moves 0
//! still arg0.0 arg1.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.3 all_reduce reduce_scatter
//! summed arg0.3 arg1.0 arg1.1 arg1.2
//! undivided arg1.1
func.func @main(%a: tensor<${N}x${H+4}x8x${C}xi8>, %b: tensor<3x2x${C}x${F}xi8>, %c: tensor<${N}x${H}x3x${F}xi32>) -> tensor<${N}x${H}x3x${F}xi32> {
  %zi = arith.constant -5 : i32
  %zf = arith.constant 4 : i32
  %0 = linalg.conv_2d_nhwc_hwcf_q {strides = dense<[1, 3]> : tensor<2xi64>, dilations = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b, %zi, %zf : tensor<${N}x${H+4}x8x${C}xi8>, tensor<3x2x${C}x${F}xi8>, i32, i32) outs(%c : tensor<${N}x${H}x3x${F}xi32>) -> tensor<${N}x${H}x3x${F}xi32>
  return %0 : tensor<${N}x${H}x3x${F}xi32>
}

//! case conv_3d_ndhwc_dhwcf.unlike N H>=1 W>=1 C
//! moves 0
//! still arg0.0 arg1.4 arg2.0 arg2.4 result0.0 result0.4
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg0.4 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! by arg0.1 fetch
//! by arg0.2 fetch
//! by arg0.4 all_reduce reduce_scatter
//! summed arg0.4 arg1.3
//! undivided arg1.3
func.func @main(%a: tensor<${N}x${H*2}x${W+4}x5x${C}xf32>, %b: tensor<2x3x2x${C}x2xf32>, %c: tensor<${N}x${H}x${W}x2x2xf32>) -> tensor<${N}x${H}x${W}x2x2xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf {strides = dense<[2, 1, 3]> : tensor<3xi64>, dilations = dense<[1, 2, 1]> : tensor<3xi64>} ins(%a, %b : tensor<${N}x${H*2}x${W+4}x5x${C}xf32>, tensor<2x3x2x${C}x2xf32>) outs(%c : tensor<${N}x${H}x${W}x2x2xf32>) -> tensor<${N}x${H}x${W}x2x2xf32>
  return %0 : tensor<${N}x${H}x${W}x2x2xf32>
}

//! case depthwise_conv_2d_nhwc_hwc.unlike H>=1 W>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg1.2 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! summed arg1.0 arg1.1
func.func @main(%a: tensor<2x${H+4}x${W*3-1}x${C}xf64>, %b: tensor<3x2x${C}xf64>, %c: tensor<2x${H}x${W}x${C}xf64>) -> tensor<2x${H}x${W}x${C}xf64> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<[1, 3]> : tensor<2xi64>, dilations = dense<[2, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x${H+4}x${W*3-1}x${C}xf64>, tensor<3x2x${C}xf64>) outs(%c : tensor<2x${H}x${W}x${C}xf64>) -> tensor<2x${H}x${W}x${C}xf64>
  return %0 : tensor<2x${H}x${W}x${C}xf64>
}

//! case depthwise_conv_2d_nhwc_hwcm.multiplier H>=1 W>=1 C F
//! moves 0
//! still arg0.0 arg0.3 arg1.2 arg1.3 arg2.0 arg2.3 arg2.4 result0.0 result0.3 result0.4
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! summed arg1.0 arg1.1
func.func @main(%a: tensor<2x${H+1}x${W*2}x${C}xf32>, %b: tensor<2x2x${C}x${F}xf32>, %c: tensor<2x${H}x${W}x${C}x${F}xf32>) -> tensor<2x${H}x${W}x${C}x${F}xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {strides = dense<[1, 2]> : tensor<2xi64>, dilations = dense<[1, 1]> : tensor<2xi64>} ins(%a, %b : tensor<2x${H+1}x${W*2}x${C}xf32>, tensor<2x2x${C}x${F}xf32>) outs(%c : tensor<2x${H}x${W}x${C}x${F}xf32>) -> tensor<2x${H}x${W}x${C}x${F}xf32>
  return %0 : tensor<2x${H}x${W}x${C}x${F}xf32>
}

//! case depthwise_conv_2d_nchw_chw.unlike H>=1 W>=1 C
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! by arg0.2 fetch
//! summed arg1.1 arg1.2
func.func @main(%a: tensor<2x${C}x${H*2}x${W+4}xi8>, %b: tensor<${C}x2x3xi8>, %c: tensor<2x${C}x${H}x${W}xi32>) -> tensor<2x${C}x${H}x${W}xi32> {
  %0 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : tensor<2x${C}x${H*2}x${W+4}xi8>, tensor<${C}x2x3xi8>) outs(%c : tensor<2x${C}x${H}x${W}xi32>) -> tensor<2x${C}x${H}x${W}xi32>
  return %0 : tensor<2x${C}x${H}x${W}xi32>
}

//! case pooling_nhwc_sum.unlike H>=1 W>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg1.0 arg1.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! along arg1.1 arg0/2
//! along arg1.2 arg0/2
//! by arg0.2 fetch
func.func @main(%a: tensor<2x${H+4}x${W*3-1}x${C}xf64>, %c: tensor<2x${H}x${W}x${C}xf64>) -> tensor<2x${H}x${W}x${C}xf64> {
  %k = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.pooling_nhwc_sum {strides = dense<[1, 3]> : tensor<2xi64>, dilations = dense<[2, 1]> : tensor<2xi64>} ins(%a, %k : tensor<2x${H+4}x${W*3-1}x${C}xf64>, tensor<3x2xf32>) outs(%c : tensor<2x${H}x${W}x${C}xf64>) -> tensor<2x${H}x${W}x${C}xf64>
  return %0 : tensor<2x${H}x${W}x${C}xf64>
}

//! case pooling_nhwc_max.integers H>=1 W>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg1.0 arg1.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! along arg1.1 arg0/2
//! along arg1.2 arg0/2
//! by arg0.1 fetch
//! by arg0.2 fetch
func.func @main(%a: tensor<2x${H*2}x${W+3}x${C}xi8>, %c: tensor<2x${H}x${W}x${C}xi8>) -> tensor<2x${H}x${W}x${C}xi8> {
  %k = tensor.empty() : tensor<2x4xi32>
  %0 = linalg.pooling_nhwc_max {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 1]> : tensor<2xi64>} ins(%a, %k : tensor<2x${H*2}x${W+3}x${C}xi8>, tensor<2x4xi32>) outs(%c : tensor<2x${H}x${W}x${C}xi8>) -> tensor<2x${H}x${W}x${C}xi8>
  return %0 : tensor<2x${H}x${W}x${C}xi8>
}

//! case pooling_nhwc_min_unsigned.unlike H>=1 W>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg1.0 arg1.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! along arg1.1 arg0/2
//! along arg1.2 arg0/2
//! by arg0.1 fetch
//! by arg0.2 fetch
func.func @main(%a: tensor<2x${H+3}x${W*2}x${C}xi16>, %c: tensor<2x${H}x${W}x${C}xi16>) -> tensor<2x${H}x${W}x${C}xi16> {
  %k = tensor.empty() : tensor<2x2xi32>
  %0 = linalg.pooling_nhwc_min_unsigned {strides = dense<[1, 2]> : tensor<2xi64>, dilations = dense<[3, 1]> : tensor<2xi64>} ins(%a, %k : tensor<2x${H+3}x${W*2}x${C}xi16>, tensor<2x2xi32>) outs(%c : tensor<2x${H}x${W}x${C}xi16>) -> tensor<2x${H}x${W}x${C}xi16>
  return %0 : tensor<2x${H}x${W}x${C}xi16>
}

//! case pooling_nchw_max.bf16 N H>=1 W>=1 C
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! along arg1.2 arg0/2
//! along arg1.3 arg0/2
//! by arg0.2 fetch
//! by arg0.3 fetch
func.func @main(%a: tensor<${N}x${C}x${H*2+1}x${W+1}xbf16>, %c: tensor<${N}x${C}x${H}x${W}xbf16>) -> tensor<${N}x${C}x${H}x${W}xbf16> {
  %k = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.pooling_nchw_max {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 1]> : tensor<2xi64>} ins(%a, %k : tensor<${N}x${C}x${H*2+1}x${W+1}xbf16>, tensor<3x2xf32>) outs(%c : tensor<${N}x${C}x${H}x${W}xbf16>) -> tensor<${N}x${C}x${H}x${W}xbf16>
  return %0 : tensor<${N}x${C}x${H}x${W}xbf16>
}

//! case pooling_nwc_sum.integers N H>=1 C
//! moves 0
//! still arg0.0 arg0.2 arg1.0 arg1.2 result0.0 result0.2
//! along arg0.1 arg0/2
//! along result0.1 arg0/2
//! along arg1.1 arg0/2
func.func @main(%a: tensor<${N}x${H+5}x${C}xi64>, %c: tensor<${N}x${H}x${C}xi64>) -> tensor<${N}x${H}x${C}xi64> {
  %k = tensor.empty() : tensor<6xi32>
  %0 = linalg.pooling_nwc_sum {strides = dense<[1]> : tensor<1xi64>, dilations = dense<[1]> : tensor<1xi64>} ins(%a, %k : tensor<${N}x${H+5}x${C}xi64>, tensor<6xi32>) outs(%c : tensor<${N}x${H}x${C}xi64>) -> tensor<${N}x${H}x${C}xi64>
  return %0 : tensor<${N}x${H}x${C}xi64>
}

//! case pooling_nwc_min.gaps N H>=1 C
//! moves 0
//! still arg0.0 arg0.2 arg1.0 arg1.2 result0.0 result0.2
//! along arg0.1 arg0/2
//! along result0.1 arg0/2
//! along arg1.1 arg0/2
//! by arg0.1 fetch
func.func @main(%a: tensor<${N}x${H*5-2}x${C}xf16>, %c: tensor<${N}x${H}x${C}xf16>) -> tensor<${N}x${H}x${C}xf16> {
  %k = tensor.empty() : tensor<2xf32>
  %0 = linalg.pooling_nwc_min {strides = dense<[5]> : tensor<1xi64>, dilations = dense<[1]> : tensor<1xi64>} ins(%a, %k : tensor<${N}x${H*5-2}x${C}xf16>, tensor<2xf32>) outs(%c : tensor<${N}x${H}x${C}xf16>) -> tensor<${N}x${H}x${C}xf16>
  return %0 : tensor<${N}x${H}x${C}xf16>
}

//! case pooling_ndhwc_sum.unlike H>=1 W>=1 C
//! moves 0
//! still arg0.0 arg0.4 arg1.0 arg1.4 result0.0 result0.4
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! along arg1.1 arg0/2
//! along arg1.2 arg0/2
//! along arg1.3 arg0/2
//! by arg0.1 fetch
//! by arg0.2 fetch
func.func @main(%a: tensor<2x${H+1}x${W*2+1}x4x${C}xf32>, %c: tensor<2x${H}x${W}x2x${C}xf32>) -> tensor<2x${H}x${W}x2x${C}xf32> {
  %k = tensor.empty() : tensor<2x3x2xf32>
  %0 = linalg.pooling_ndhwc_sum {strides = dense<[1, 2, 2]> : tensor<3xi64>, dilations = dense<[1, 1, 1]> : tensor<3xi64>} ins(%a, %k : tensor<2x${H+1}x${W*2+1}x4x${C}xf32>, tensor<2x3x2xf32>) outs(%c : tensor<2x${H}x${W}x2x${C}xf32>) -> tensor<2x${H}x${W}x2x${C}xf32>
  return %0 : tensor<2x${H}x${W}x2x${C}xf32>
}

//! case conv-generic-valid M>=1 N>=1 C
//! moves 0
//! still arg1.3 arg2.0 result0.0
//! along arg0.0 result0*2
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.0 all_reduce reduce_scatter
//! by arg0.1 fetch
//! by arg0.2 fetch
//! by arg1.2 all_reduce reduce_scatter
//! summed arg0.0 arg1.0 arg1.1 arg1.2
// A convolution that no named op is: strides in the map, channels first of all.
func.func @main(%a: tensor<${C}x${M*2+3}x${N*3+2}xf32>, %b: tensor<3x2x${C}x4xf32>, %c: tensor<4x${N}x${M}xf32>) -> tensor<4x${N}x${M}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(f, w, h, kh, kw, c) -> (c, h * 2 + kh * 2, w * 3 + kw)>, affine_map<(f, w, h, kh, kw, c) -> (kh, kw, c, f)>, affine_map<(f, w, h, kh, kw, c) -> (f, w, h)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%a, %b : tensor<${C}x${M*2+3}x${N*3+2}xf32>, tensor<3x2x${C}x4xf32>) outs(%c : tensor<4x${N}x${M}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x${N}x${M}xf32>
  return %0 : tensor<4x${N}x${M}xf32>
}

//! case filter-gradient-strided M>=1 N>=1 C F
//! moves 0
//! still arg0.3 arg1.3 arg2.0 arg2.1 arg2.2 arg2.3 result0.0 result0.1 result0.2 result0.3
//! along arg0.0 result0*2
//! along arg0.1 result0*2+arg0
//! along arg0.2 result0*2+arg0
//! along arg1.0 result0*2
//! along arg1.1 result0*2+arg0
//! along arg1.2 result0*2+arg0
//! by arg0.0 all_reduce reduce_scatter
//! by arg1.0 all_reduce reduce_scatter
//! summed arg0.0 arg1.0 arg1.1 arg1.2
//! undivided arg1.0
func.func @main(%a: tensor<2x${M*2+1}x${N+2}x${C}xf32>, %b: tensor<2x${M}x${N}x${F}xf32>, %c: tensor<3x3x${C}x${F}xf32>) -> tensor<3x3x${C}x${F}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(kh, kw, c, f, n, h, w) -> (n, h * 2 + kh, w + kw, c)>, affine_map<(kh, kw, c, f, n, h, w) -> (n, h, w, f)>, affine_map<(kh, kw, c, f, n, h, w) -> (kh, kw, c, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%a, %b : tensor<2x${M*2+1}x${N+2}x${C}xf32>, tensor<2x${M}x${N}x${F}xf32>) outs(%c : tensor<3x3x${C}x${F}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x3x${C}x${F}xf32>
  return %0 : tensor<3x3x${C}x${F}xf32>
}

//! case full-convolution M>=1 N
//! moves 0
//! still arg0.1 result0.1
//! along arg0.0 arg0/2
//! along arg1.0 result0*2+arg1
//! along result0.0 arg0/2
//! undivided arg1.0 result0.0
// The gradient of a convolution's input: read backwards, so the kernel is turned.
//! whole arg1.0
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<3xf32>) -> tensor<${M+2}x${N}xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[2, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<${M}x${N}xf32> to tensor<${M+4}x${N}xf32>
  %e = tensor.empty() : tensor<${M+2}x${N}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<${M+2}x${N}xf32>) -> tensor<${M+2}x${N}xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i - k + 2, j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %b : tensor<${M+4}x${N}xf32>, tensor<3xf32>) outs(%f : tensor<${M+2}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %q = arith.mulf %x, %y : f32
    %s = arith.addf %o, %q : f32
    linalg.yield %s : f32
  } -> tensor<${M+2}x${N}xf32>
  return %0 : tensor<${M+2}x${N}xf32>
}

//! case conv-chain M>=1 C
//! moves result0*2+arg0+arg1+arg2+arg0+result0
//! still arg0.0 arg2.2 result0.0 result0.1 result0.2
//! by arg0.1 fetch
//! by arg1.2 all_reduce reduce_scatter
//! summed arg1.2
//! undivided arg2.0 arg2.1 arg2.2 result0.1 result0.2
func.func @main(%a: tensor<2x${M*2+4}x${C}xf32>, %b: tensor<3x${C}x${C}xf32>, %d: tensor<2x${C}x3xf32>) -> tensor<2x${M}x3xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x${M*2+2}x${C}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x${M*2+2}x${C}xf32>) -> tensor<2x${M*2+2}x${C}xf32>
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<2x${M*2+4}x${C}xf32>, tensor<3x${C}x${C}xf32>) outs(%f : tensor<2x${M*2+2}x${C}xf32>) -> tensor<2x${M*2+2}x${C}xf32>
  %1 = math.absf %0 : tensor<2x${M*2+2}x${C}xf32>
  %g = tensor.empty() : tensor<2x${M}x3xf32>
  %h = linalg.fill ins(%z : f32) outs(%g : tensor<2x${M}x3xf32>) -> tensor<2x${M}x3xf32>
  %2 = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%1, %d : tensor<2x${M*2+2}x${C}xf32>, tensor<2x${C}x3xf32>) outs(%h : tensor<2x${M}x3xf32>) -> tensor<2x${M}x3xf32>
  return %2 : tensor<2x${M}x3xf32>
}
