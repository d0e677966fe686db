// Convolutions of every named form: plain, strided, dilated. The first spatial axis
// is the parameter H; windows are wider than a shard where H is small.

//! case conv_1d H>=1
//! moves 0
//! along arg0.0 arg0*2/3
//! along arg1.0 result0*2
//! along arg2.0 arg0*2/3
//! along result0.0 arg0*2/3
//! by arg1.0 all_reduce reduce_scatter
//! summed arg1.0
func.func @main(%a: tensor<${H+2}xf32>, %b: tensor<3xf32>, %c: tensor<${H}xf32>) -> tensor<${H}xf32> {
  %0 = linalg.conv_1d ins(%a, %b : tensor<${H+2}xf32>, tensor<3xf32>) outs(%c : tensor<${H}xf32>) -> tensor<${H}xf32>
  return %0 : tensor<${H}xf32>
}

//! case conv_1d_ncw_fcw N H>=1 C F
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
func.func @main(%a: tensor<${N}x${C}x${H+2}xf32>, %b: tensor<${F}x${C}x3xf32>, %c: tensor<${N}x${F}x${H}xf32>) -> tensor<${N}x${F}x${H}xf32> {
  %0 = linalg.conv_1d_ncw_fcw {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${C}x${H+2}xf32>, tensor<${F}x${C}x3xf32>) outs(%c : tensor<${N}x${F}x${H}xf32>) -> tensor<${N}x${F}x${H}xf32>
  return %0 : tensor<${N}x${F}x${H}xf32>
}

//! case conv_1d_ncw_fcw.strided N H>=1 C F
//! moves 0
//! still arg0.0 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.1 result0*2
//! along arg0.2 arg0/2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.2 arg0/2
//! along result0.2 arg0/2
//! by arg0.2 fetch
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg1.1 arg1.2
func.func @main(%a: tensor<${N}x${C}x${H*2+1}xf32>, %b: tensor<${F}x${C}x3xf32>, %c: tensor<${N}x${F}x${H}xf32>) -> tensor<${N}x${F}x${H}xf32> {
  %0 = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${C}x${H*2+1}xf32>, tensor<${F}x${C}x3xf32>) outs(%c : tensor<${N}x${F}x${H}xf32>) -> tensor<${N}x${F}x${H}xf32>
  return %0 : tensor<${N}x${F}x${H}xf32>
}

//! case conv_1d_ncw_fcw.dilated N H>=1 C F
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
func.func @main(%a: tensor<${N}x${C}x${H+3}xf32>, %b: tensor<${F}x${C}x2xf32>, %c: tensor<${N}x${F}x${H}xf32>) -> tensor<${N}x${F}x${H}xf32> {
  %0 = linalg.conv_1d_ncw_fcw {strides = dense<1> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${C}x${H+3}xf32>, tensor<${F}x${C}x2xf32>) outs(%c : tensor<${N}x${F}x${H}xf32>) -> tensor<${N}x${F}x${H}xf32>
  return %0 : tensor<${N}x${F}x${H}xf32>
}

//! case conv_1d_nwc_wcf N H>=1 C F
//! moves 0
//! still arg0.0 arg1.2 arg2.0 arg2.2 result0.0 result0.2
//! along arg0.1 arg0/2
//! along arg0.2 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg2.1 arg0/2
//! along result0.1 arg0/2
//! by arg0.2 all_reduce reduce_scatter
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.2 arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H+2}x${C}xf32>, %b: tensor<3x${C}x${F}xf32>, %c: tensor<${N}x${H}x${F}xf32>) -> tensor<${N}x${H}x${F}xf32> {
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${H+2}x${C}xf32>, tensor<3x${C}x${F}xf32>) outs(%c : tensor<${N}x${H}x${F}xf32>) -> tensor<${N}x${H}x${F}xf32>
  return %0 : tensor<${N}x${H}x${F}xf32>
}

//! case conv_1d_nwc_wcf.strided N H>=1 C F
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
func.func @main(%a: tensor<${N}x${H*2+1}x${C}xf32>, %b: tensor<3x${C}x${F}xf32>, %c: tensor<${N}x${H}x${F}xf32>) -> tensor<${N}x${H}x${F}xf32> {
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x${C}xf32>, tensor<3x${C}x${F}xf32>) outs(%c : tensor<${N}x${H}x${F}xf32>) -> tensor<${N}x${H}x${F}xf32>
  return %0 : tensor<${N}x${H}x${F}xf32>
}

//! case conv_1d_nwc_wcf.dilated N H>=1 C F
//! moves 0
//! still arg0.0 arg1.2 arg2.0 arg2.2 result0.0 result0.2
//! along arg0.1 arg0/2
//! along arg0.2 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg2.1 arg0/2
//! along result0.1 arg0/2
//! by arg1.1 all_reduce reduce_scatter all_gather
//! summed arg0.2 arg1.0 arg1.1
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${H+3}x${C}xf32>, %b: tensor<2x${C}x${F}xf32>, %c: tensor<${N}x${H}x${F}xf32>) -> tensor<${N}x${H}x${F}xf32> {
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<1> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${H+3}x${C}xf32>, tensor<2x${C}x${F}xf32>) outs(%c : tensor<${N}x${H}x${F}xf32>) -> tensor<${N}x${H}x${F}xf32>
  return %0 : tensor<${N}x${H}x${F}xf32>
}

//! case conv_2d H>=1
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
//! by arg0.1 fetch
//! by arg1.0 all_reduce reduce_scatter
//! by arg1.1 all_reduce reduce_scatter
//! summed arg1.0 arg1.1
func.func @main(%a: tensor<${H+2}x5xf32>, %b: tensor<3x3xf32>, %c: tensor<${H}x3xf32>) -> tensor<${H}x3xf32> {
  %0 = linalg.conv_2d ins(%a, %b : tensor<${H+2}x5xf32>, tensor<3x3xf32>) outs(%c : tensor<${H}x3xf32>) -> tensor<${H}x3xf32>
  return %0 : tensor<${H}x3xf32>
}

//! case conv_2d_nchw_fchw N H>=1 C F
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
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg1.1 arg1.2 arg1.3
func.func @main(%a: tensor<${N}x${C}x${H+2}x5xf32>, %b: tensor<${F}x${C}x3x3xf32>, %c: tensor<${N}x${F}x${H}x3xf32>) -> tensor<${N}x${F}x${H}x3xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${C}x${H+2}x5xf32>, tensor<${F}x${C}x3x3xf32>) outs(%c : tensor<${N}x${F}x${H}x3xf32>) -> tensor<${N}x${F}x${H}x3xf32>
  return %0 : tensor<${N}x${F}x${H}x3xf32>
}

//! case conv_2d_nchw_fchw.strided N H>=1 C F
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
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg1.1 arg1.2 arg1.3
func.func @main(%a: tensor<${N}x${C}x${H*2+1}x7xf32>, %b: tensor<${F}x${C}x3x3xf32>, %c: tensor<${N}x${F}x${H}x3xf32>) -> tensor<${N}x${F}x${H}x3xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${C}x${H*2+1}x7xf32>, tensor<${F}x${C}x3x3xf32>) outs(%c : tensor<${N}x${F}x${H}x3xf32>) -> tensor<${N}x${F}x${H}x3xf32>
  return %0 : tensor<${N}x${F}x${H}x3xf32>
}

//! case conv_2d_nchw_fchw.dilated N H>=1 C F
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
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg1.1 arg1.2 arg1.3
func.func @main(%a: tensor<${N}x${C}x${H+3}x6xf32>, %b: tensor<${F}x${C}x2x2xf32>, %c: tensor<${N}x${F}x${H}x3xf32>) -> tensor<${N}x${F}x${H}x3xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${C}x${H+3}x6xf32>, tensor<${F}x${C}x2x2xf32>) outs(%c : tensor<${N}x${F}x${H}x3xf32>) -> tensor<${N}x${F}x${H}x3xf32>
  return %0 : tensor<${N}x${F}x${H}x3xf32>
}

//! case conv_2d_nchw_fchw_q N H>=1 C F
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
//! summed arg0.1 arg1.1 arg1.2 arg1.3
//! undivided arg1.3
func.func @main(%a: tensor<${N}x${C}x${H*2+1}x7xi8>, %b: tensor<${F}x${C}x2x2xi8>, %c: tensor<${N}x${F}x${H}x3xi32>) -> tensor<${N}x${F}x${H}x3xi32> {
  %zi = arith.constant 3 : i32
  %zf = arith.constant -2 : i32
  %0 = linalg.conv_2d_nchw_fchw_q {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b, %zi, %zf : tensor<${N}x${C}x${H*2+1}x7xi8>, tensor<${F}x${C}x2x2xi8>, i32, i32) outs(%c : tensor<${N}x${F}x${H}x3xi32>) -> tensor<${N}x${F}x${H}x3xi32>
  return %0 : tensor<${N}x${F}x${H}x3xi32>
}

//! case conv_2d_ngchw_fgchw N H>=1 C F
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
//! summed arg0.2 arg1.2 arg1.3 arg1.4
func.func @main(%a: tensor<${N}x2x${C}x${H*2+1}x7xf32>, %b: tensor<${F}x2x${C}x2x2xf32>, %c: tensor<${N}x2x${F}x${H}x3xf32>) -> tensor<${N}x2x${F}x${H}x3xf32> {
  %0 = linalg.conv_2d_ngchw_fgchw {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<${N}x2x${C}x${H*2+1}x7xf32>, tensor<${F}x2x${C}x2x2xf32>) outs(%c : tensor<${N}x2x${F}x${H}x3xf32>) -> tensor<${N}x2x${F}x${H}x3xf32>
  return %0 : tensor<${N}x2x${F}x${H}x3xf32>
}

//! case conv_2d_ngchw_gfchw N H>=1 C F
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
//! by arg1.2 all_reduce reduce_scatter
//! summed arg0.2 arg1.2 arg1.3 arg1.4
func.func @main(%a: tensor<${N}x2x${C}x${H+2}x5xf32>, %b: tensor<2x${F}x${C}x3x3xf32>, %c: tensor<${N}x2x${F}x${H}x3xf32>) -> tensor<${N}x2x${F}x${H}x3xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x2x${C}x${H+2}x5xf32>, tensor<2x${F}x${C}x3x3xf32>) outs(%c : tensor<${N}x2x${F}x${H}x3xf32>) -> tensor<${N}x2x${F}x${H}x3xf32>
  return %0 : tensor<${N}x2x${F}x${H}x3xf32>
}

//! case conv_2d_ngchw_gfchw.strided N H>=1 C F
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
//! summed arg0.2 arg1.2 arg1.3 arg1.4
func.func @main(%a: tensor<${N}x2x${C}x${H*2+1}x7xf32>, %b: tensor<2x${F}x${C}x3x3xf32>, %c: tensor<${N}x2x${F}x${H}x3xf32>) -> tensor<${N}x2x${F}x${H}x3xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x2x${C}x${H*2+1}x7xf32>, tensor<2x${F}x${C}x3x3xf32>) outs(%c : tensor<${N}x2x${F}x${H}x3xf32>) -> tensor<${N}x2x${F}x${H}x3xf32>
  return %0 : tensor<${N}x2x${F}x${H}x3xf32>
}

//! case conv_2d_ngchw_gfchw.dilated N H>=1 C F
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
//! summed arg0.2 arg1.2 arg1.3 arg1.4
func.func @main(%a: tensor<${N}x2x${C}x${H+3}x6xf32>, %b: tensor<2x${F}x${C}x2x2xf32>, %c: tensor<${N}x2x${F}x${H}x3xf32>) -> tensor<${N}x2x${F}x${H}x3xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw {strides = dense<1> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%a, %b : tensor<${N}x2x${C}x${H+3}x6xf32>, tensor<2x${F}x${C}x2x2xf32>) outs(%c : tensor<${N}x2x${F}x${H}x3xf32>) -> tensor<${N}x2x${F}x${H}x3xf32>
  return %0 : tensor<${N}x2x${F}x${H}x3xf32>
}

//! case conv_2d_ngchw_gfchw_q N H>=1 C F
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
//! by arg0.3 fetch
//! summed arg0.2 arg1.2 arg1.3 arg1.4
func.func @main(%a: tensor<${N}x2x${C}x${H*2+1}x7xi8>, %b: tensor<2x${F}x${C}x2x2xi8>, %c: tensor<${N}x2x${F}x${H}x3xi32>) -> tensor<${N}x2x${F}x${H}x3xi32> {
  %zi = arith.constant 3 : i32
  %zf = arith.constant -2 : i32
  %0 = linalg.conv_2d_ngchw_gfchw_q {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b, %zi, %zf : tensor<${N}x2x${C}x${H*2+1}x7xi8>, tensor<2x${F}x${C}x2x2xi8>, i32, i32) outs(%c : tensor<${N}x2x${F}x${H}x3xi32>) -> tensor<${N}x2x${F}x${H}x3xi32>
  return %0 : tensor<${N}x2x${F}x${H}x3xi32>
}

//! case conv_2d_nhwc_fhwc N H>=1 C F
//! moves 0
//! still arg0.0 arg1.0 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! by arg0.3 all_reduce reduce_scatter
//! by arg1.3 all_reduce reduce_scatter
//! summed arg0.3 arg1.1 arg1.2 arg1.3
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xf32>, %b: tensor<${F}x2x2x${C}xf32>, %c: tensor<${N}x${H}x3x${F}xf32>) -> tensor<${N}x${H}x3x${F}xf32> {
  %0 = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x${C}xf32>, tensor<${F}x2x2x${C}xf32>) outs(%c : tensor<${N}x${H}x3x${F}xf32>) -> tensor<${N}x${H}x3x${F}xf32>
  return %0 : tensor<${N}x${H}x3x${F}xf32>
}

//! case conv_2d_nhwc_fhwc_q N H>=1 C F
//! moves 0
//! still arg0.0 arg1.0 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! by arg0.3 all_reduce reduce_scatter
//! summed arg0.3 arg1.1 arg1.2 arg1.3
//! undivided arg1.2
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xi8>, %b: tensor<${F}x2x2x${C}xi8>, %c: tensor<${N}x${H}x3x${F}xi32>) -> tensor<${N}x${H}x3x${F}xi32> {
  %zi = arith.constant 3 : i32
  %zf = arith.constant -2 : i32
  %0 = linalg.conv_2d_nhwc_fhwc_q {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b, %zi, %zf : tensor<${N}x${H*2+1}x7x${C}xi8>, tensor<${F}x2x2x${C}xi8>, i32, i32) outs(%c : tensor<${N}x${H}x3x${F}xi32>) -> tensor<${N}x${H}x3x${F}xi32>
  return %0 : tensor<${N}x${H}x3x${F}xi32>
}

//! case conv_2d_nhwc_hwcf N H>=1 C F
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
func.func @main(%a: tensor<${N}x${H+2}x5x${C}xf32>, %b: tensor<3x3x${C}x${F}xf32>, %c: tensor<${N}x${H}x3x${F}xf32>) -> tensor<${N}x${H}x3x${F}xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H+2}x5x${C}xf32>, tensor<3x3x${C}x${F}xf32>) outs(%c : tensor<${N}x${H}x3x${F}xf32>) -> tensor<${N}x${H}x3x${F}xf32>
  return %0 : tensor<${N}x${H}x3x${F}xf32>
}

//! case conv_2d_nhwc_hwcf.strided N H>=1 C F
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
//! by arg0.3 all_reduce reduce_scatter
//! by arg1.2 all_reduce reduce_scatter
//! summed arg0.3 arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xf32>, %b: tensor<3x3x${C}x${F}xf32>, %c: tensor<${N}x${H}x3x${F}xf32>) -> tensor<${N}x${H}x3x${F}xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x${C}xf32>, tensor<3x3x${C}x${F}xf32>) outs(%c : tensor<${N}x${H}x3x${F}xf32>) -> tensor<${N}x${H}x3x${F}xf32>
  return %0 : tensor<${N}x${H}x3x${F}xf32>
}

//! case conv_2d_nhwc_hwcf.dilated N H>=1 C F
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
//! by arg0.3 all_reduce reduce_scatter
//! by arg1.2 all_reduce reduce_scatter
//! summed arg0.3 arg1.0 arg1.1 arg1.2
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H+3}x6x${C}xf32>, %b: tensor<2x2x${C}x${F}xf32>, %c: tensor<${N}x${H}x3x${F}xf32>) -> tensor<${N}x${H}x3x${F}xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H+3}x6x${C}xf32>, tensor<2x2x${C}x${F}xf32>) outs(%c : tensor<${N}x${H}x3x${F}xf32>) -> tensor<${N}x${H}x3x${F}xf32>
  return %0 : tensor<${N}x${H}x3x${F}xf32>
}

//! case conv_2d_nhwc_hwcf_q N H>=1 C F
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
//! summed arg0.3 arg1.0 arg1.1 arg1.2
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xi8>, %b: tensor<2x2x${C}x${F}xi8>, %c: tensor<${N}x${H}x3x${F}xi32>) -> tensor<${N}x${H}x3x${F}xi32> {
  %zi = arith.constant 3 : i32
  %zf = arith.constant -2 : i32
  %0 = linalg.conv_2d_nhwc_hwcf_q {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b, %zi, %zf : tensor<${N}x${H*2+1}x7x${C}xi8>, tensor<2x2x${C}x${F}xi8>, i32, i32) outs(%c : tensor<${N}x${H}x3x${F}xi32>) -> tensor<${N}x${H}x3x${F}xi32>
  return %0 : tensor<${N}x${H}x3x${F}xi32>
}

//! case conv_2d_nhwgc_gfhwc N H>=1 C F
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
func.func @main(%a: tensor<${N}x${H*2+1}x7x2x${C}xf32>, %b: tensor<2x${F}x2x2x${C}xf32>, %c: tensor<${N}x${H}x3x2x${F}xf32>) -> tensor<${N}x${H}x3x2x${F}xf32> {
  %0 = linalg.conv_2d_nhwgc_gfhwc {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x2x${C}xf32>, tensor<2x${F}x2x2x${C}xf32>) outs(%c : tensor<${N}x${H}x3x2x${F}xf32>) -> tensor<${N}x${H}x3x2x${F}xf32>
  return %0 : tensor<${N}x${H}x3x2x${F}xf32>
}

//! case conv_2d_nhwgc_gfhwc_q N H>=1 C F
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
//! summed arg0.4 arg1.2 arg1.3 arg1.4
func.func @main(%a: tensor<${N}x${H*2+1}x7x2x${C}xi8>, %b: tensor<2x${F}x2x2x${C}xi8>, %c: tensor<${N}x${H}x3x2x${F}xi32>) -> tensor<${N}x${H}x3x2x${F}xi32> {
  %zi = arith.constant 3 : i32
  %zf = arith.constant -2 : i32
  %0 = linalg.conv_2d_nhwgc_gfhwc_q {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b, %zi, %zf : tensor<${N}x${H*2+1}x7x2x${C}xi8>, tensor<2x${F}x2x2x${C}xi8>, i32, i32) outs(%c : tensor<${N}x${H}x3x2x${F}xi32>) -> tensor<${N}x${H}x3x2x${F}xi32>
  return %0 : tensor<${N}x${H}x3x2x${F}xi32>
}

//! case conv_3d H>=1
//! moves 0
//! along arg0.0 arg0/2
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 result0*2+arg0
//! along arg1.1 result0*2+arg0
//! along arg1.2 result0*2+arg0
//! along arg2.0 arg0/2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.0 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.0 fetch
//! by arg0.1 fetch
//! by arg0.2 fetch
//! by arg1.0 all_reduce reduce_scatter
//! by arg1.1 all_reduce reduce_scatter
//! by arg1.2 all_reduce reduce_scatter
//! summed arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<${H+2}x5x5xf32>, %b: tensor<3x3x3xf32>, %c: tensor<${H}x3x3xf32>) -> tensor<${H}x3x3xf32> {
  %0 = linalg.conv_3d ins(%a, %b : tensor<${H+2}x5x5xf32>, tensor<3x3x3xf32>) outs(%c : tensor<${H}x3x3xf32>) -> tensor<${H}x3x3xf32>
  return %0 : tensor<${H}x3x3xf32>
}

//! case conv_3d_ncdhw_fcdhw N H>=1 C F
//! moves 0
//! still arg0.0 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.1 result0*2
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg0.4 arg0/2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg1.4 result0*2
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along arg2.4 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! along result0.4 arg0/2
//! by arg0.1 all_reduce reduce_scatter
//! by arg0.2 fetch
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg1.1 arg1.2 arg1.3 arg1.4
func.func @main(%a: tensor<${N}x${C}x${H*2+1}x7x7xf32>, %b: tensor<${F}x${C}x2x2x2xf32>, %c: tensor<${N}x${F}x${H}x3x3xf32>) -> tensor<${N}x${F}x${H}x3x3xf32> {
  %0 = linalg.conv_3d_ncdhw_fcdhw {strides = dense<2> : tensor<3xi64>, dilations = dense<2> : tensor<3xi64>} ins(%a, %b : tensor<${N}x${C}x${H*2+1}x7x7xf32>, tensor<${F}x${C}x2x2x2xf32>) outs(%c : tensor<${N}x${F}x${H}x3x3xf32>) -> tensor<${N}x${F}x${H}x3x3xf32>
  return %0 : tensor<${N}x${F}x${H}x3x3xf32>
}

//! case conv_3d_ndhwc_dhwcf N H>=1 C F
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
//! by arg0.4 all_reduce reduce_scatter
//! by arg1.3 all_reduce reduce_scatter
//! summed arg0.4 arg1.3
func.func @main(%a: tensor<${N}x${H+2}x5x5x${C}xf32>, %b: tensor<3x3x3x${C}x${F}xf32>, %c: tensor<${N}x${H}x3x3x${F}xf32>) -> tensor<${N}x${H}x3x3x${F}xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf {strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a, %b : tensor<${N}x${H+2}x5x5x${C}xf32>, tensor<3x3x3x${C}x${F}xf32>) outs(%c : tensor<${N}x${H}x3x3x${F}xf32>) -> tensor<${N}x${H}x3x3x${F}xf32>
  return %0 : tensor<${N}x${H}x3x3x${F}xf32>
}

//! case conv_3d_ndhwc_dhwcf.strided N H>=1 C F
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
//! by arg0.4 all_reduce reduce_scatter
//! by arg1.3 all_reduce reduce_scatter
//! summed arg0.4 arg1.0 arg1.1 arg1.2 arg1.3
func.func @main(%a: tensor<${N}x${H*2+1}x7x7x${C}xf32>, %b: tensor<3x3x3x${C}x${F}xf32>, %c: tensor<${N}x${H}x3x3x${F}xf32>) -> tensor<${N}x${H}x3x3x${F}xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf {strides = dense<2> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x7x${C}xf32>, tensor<3x3x3x${C}x${F}xf32>) outs(%c : tensor<${N}x${H}x3x3x${F}xf32>) -> tensor<${N}x${H}x3x3x${F}xf32>
  return %0 : tensor<${N}x${H}x3x3x${F}xf32>
}

//! case conv_3d_ndhwc_dhwcf.dilated N H>=1 C F
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
//! by arg0.4 all_reduce reduce_scatter
//! by arg1.3 all_reduce reduce_scatter
//! summed arg0.4 arg1.0 arg1.1 arg1.2 arg1.3
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H+3}x6x6x${C}xf32>, %b: tensor<2x2x2x${C}x${F}xf32>, %c: tensor<${N}x${H}x3x3x${F}xf32>) -> tensor<${N}x${H}x3x3x${F}xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf {strides = dense<1> : tensor<3xi64>, dilations = dense<3> : tensor<3xi64>} ins(%a, %b : tensor<${N}x${H+3}x6x6x${C}xf32>, tensor<2x2x2x${C}x${F}xf32>) outs(%c : tensor<${N}x${H}x3x3x${F}xf32>) -> tensor<${N}x${H}x3x3x${F}xf32>
  return %0 : tensor<${N}x${H}x3x3x${F}xf32>
}

//! case conv_3d_ndhwc_dhwcf_q N H>=1 C F
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
//! by arg0.4 all_reduce reduce_scatter
//! by arg1.3 all_reduce reduce_scatter
//! summed arg0.4 arg1.0 arg1.1 arg1.2 arg1.3
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${H*2+1}x7x7x${C}xi8>, %b: tensor<2x2x2x${C}x${F}xi8>, %c: tensor<${N}x${H}x3x3x${F}xi32>) -> tensor<${N}x${H}x3x3x${F}xi32> {
  %zi = arith.constant 3 : i32
  %zf = arith.constant -2 : i32
  %0 = linalg.conv_3d_ndhwc_dhwcf_q {strides = dense<2> : tensor<3xi64>, dilations = dense<2> : tensor<3xi64>} ins(%a, %b, %zi, %zf : tensor<${N}x${H*2+1}x7x7x${C}xi8>, tensor<2x2x2x${C}x${F}xi8>, i32, i32) outs(%c : tensor<${N}x${H}x3x3x${F}xi32>) -> tensor<${N}x${H}x3x3x${F}xi32>
  return %0 : tensor<${N}x${H}x3x3x${F}xi32>
}

//! case depthwise_conv_1d_ncw_cw N H>=1 C
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.2 arg0/2
//! along arg1.1 result0*2
//! along arg2.2 arg0/2
//! along result0.2 arg0/2
//! by arg0.2 fetch
//! summed arg1.1
func.func @main(%a: tensor<${N}x${C}x${H*2+1}xf32>, %b: tensor<${C}x2xf32>, %c: tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32> {
  %0 = linalg.depthwise_conv_1d_ncw_cw {strides = dense<2> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${C}x${H*2+1}xf32>, tensor<${C}x2xf32>) outs(%c : tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32>
  return %0 : tensor<${N}x${C}x${H}xf32>
}

//! case depthwise_conv_1d_nwc_wc N H>=1 C
//! moves 0
//! still arg0.0 arg0.2 arg1.1 arg2.0 arg2.2 result0.0 result0.2
//! along arg0.1 arg0/2
//! along arg1.0 result0*2
//! along arg2.1 arg0/2
//! along result0.1 arg0/2
//! by arg0.1 fetch
//! summed arg1.0
func.func @main(%a: tensor<${N}x${H*2+1}x${C}xf32>, %b: tensor<2x${C}xf32>, %c: tensor<${N}x${H}x${C}xf32>) -> tensor<${N}x${H}x${C}xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wc {strides = dense<2> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x${C}xf32>, tensor<2x${C}xf32>) outs(%c : tensor<${N}x${H}x${C}xf32>) -> tensor<${N}x${H}x${C}xf32>
  return %0 : tensor<${N}x${H}x${C}xf32>
}

//! case depthwise_conv_1d_nwc_wcm N H>=1 C
//! moves 0
//! still arg0.0 arg0.2 arg1.1 arg1.2 arg2.0 arg2.2 arg2.3 result0.0 result0.2 result0.3
//! along arg0.1 arg0/2
//! along arg1.0 result0*2
//! along arg2.1 arg0/2
//! along result0.1 arg0/2
//! by arg0.1 fetch
//! summed arg1.0
func.func @main(%a: tensor<${N}x${H*2+1}x${C}xf32>, %b: tensor<2x${C}x2xf32>, %c: tensor<${N}x${H}x${C}x2xf32>) -> tensor<${N}x${H}x${C}x2xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wcm {strides = dense<2> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x${C}xf32>, tensor<2x${C}x2xf32>) outs(%c : tensor<${N}x${H}x${C}x2xf32>) -> tensor<${N}x${H}x${C}x2xf32>
  return %0 : tensor<${N}x${H}x${C}x2xf32>
}

//! case depthwise_conv_2d_nchw_chw N H>=1 C
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
func.func @main(%a: tensor<${N}x${C}x${H*2+1}x7xf32>, %b: tensor<${C}x2x2xf32>, %c: tensor<${N}x${C}x${H}x3xf32>) -> tensor<${N}x${C}x${H}x3xf32> {
  %0 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${C}x${H*2+1}x7xf32>, tensor<${C}x2x2xf32>) outs(%c : tensor<${N}x${C}x${H}x3xf32>) -> tensor<${N}x${C}x${H}x3xf32>
  return %0 : tensor<${N}x${C}x${H}x3xf32>
}

//! case depthwise_conv_2d_nhwc_hwc N H>=1 C
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
func.func @main(%a: tensor<${N}x${H+2}x5x${C}xf32>, %b: tensor<3x3x${C}xf32>, %c: tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H+2}x5x${C}xf32>, tensor<3x3x${C}xf32>) outs(%c : tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x${C}xf32>
}

//! case depthwise_conv_2d_nhwc_hwc.strided N H>=1 C
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
//! by arg0.1 fetch
//! summed arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xf32>, %b: tensor<3x3x${C}xf32>, %c: tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x${C}xf32>, tensor<3x3x${C}xf32>) outs(%c : tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x${C}xf32>
}

//! case depthwise_conv_2d_nhwc_hwc.dilated N H>=1 C
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
func.func @main(%a: tensor<${N}x${H+3}x6x${C}xf32>, %b: tensor<2x2x${C}xf32>, %c: tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<1> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H+3}x6x${C}xf32>, tensor<2x2x${C}xf32>) outs(%c : tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x${C}xf32>
}

//! case depthwise_conv_2d_nhwc_hwc_q N H>=1 C
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
//! by arg0.1 fetch
//! summed arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xi8>, %b: tensor<2x2x${C}xi8>, %c: tensor<${N}x${H}x3x${C}xi32>) -> tensor<${N}x${H}x3x${C}xi32> {
  %zi = arith.constant 3 : i32
  %zf = arith.constant -2 : i32
  %0 = linalg.depthwise_conv_2d_nhwc_hwc_q {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b, %zi, %zf : tensor<${N}x${H*2+1}x7x${C}xi8>, tensor<2x2x${C}xi8>, i32, i32) outs(%c : tensor<${N}x${H}x3x${C}xi32>) -> tensor<${N}x${H}x3x${C}xi32>
  return %0 : tensor<${N}x${H}x3x${C}xi32>
}

//! case depthwise_conv_2d_nhwc_hwcm N H>=1 C
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
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xf32>, %b: tensor<2x2x${C}x2xf32>, %c: tensor<${N}x${H}x3x${C}x2xf32>) -> tensor<${N}x${H}x3x${C}x2xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x${C}xf32>, tensor<2x2x${C}x2xf32>) outs(%c : tensor<${N}x${H}x3x${C}x2xf32>) -> tensor<${N}x${H}x3x${C}x2xf32>
  return %0 : tensor<${N}x${H}x3x${C}x2xf32>
}

//! case depthwise_conv_2d_nhwc_hwcm_q N H>=1 C
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
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xi8>, %b: tensor<2x2x${C}x2xi8>, %c: tensor<${N}x${H}x3x${C}x2xi32>) -> tensor<${N}x${H}x3x${C}x2xi32> {
  %zi = arith.constant 3 : i32
  %zf = arith.constant -2 : i32
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm_q {strides = dense<2> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b, %zi, %zf : tensor<${N}x${H*2+1}x7x${C}xi8>, tensor<2x2x${C}x2xi8>, i32, i32) outs(%c : tensor<${N}x${H}x3x${C}x2xi32>) -> tensor<${N}x${H}x3x${C}x2xi32>
  return %0 : tensor<${N}x${H}x3x${C}x2xi32>
}

//! case depthwise_conv_3d_ncdhw_cdhw N H>=1 C
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg0.4 arg0/2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along arg2.4 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! along result0.4 arg0/2
//! by arg0.2 fetch
//! summed arg1.1 arg1.2 arg1.3
func.func @main(%a: tensor<${N}x${C}x${H*2+1}x7x7xf32>, %b: tensor<${C}x2x2x2xf32>, %c: tensor<${N}x${C}x${H}x3x3xf32>) -> tensor<${N}x${C}x${H}x3x3xf32> {
  %0 = linalg.depthwise_conv_3d_ncdhw_cdhw {strides = dense<2> : tensor<3xi64>, dilations = dense<2> : tensor<3xi64>} ins(%a, %b : tensor<${N}x${C}x${H*2+1}x7x7xf32>, tensor<${C}x2x2x2xf32>) outs(%c : tensor<${N}x${C}x${H}x3x3xf32>) -> tensor<${N}x${C}x${H}x3x3xf32>
  return %0 : tensor<${N}x${C}x${H}x3x3xf32>
}

//! case depthwise_conv_3d_ndhwc_dhwc N H>=1 C
//! moves 0
//! still arg0.0 arg0.4 arg1.3 arg2.0 arg2.4 result0.0 result0.4
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! by arg0.1 fetch
//! summed arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<${N}x${H*2+1}x7x7x${C}xf32>, %b: tensor<2x2x2x${C}xf32>, %c: tensor<${N}x${H}x3x3x${C}xf32>) -> tensor<${N}x${H}x3x3x${C}xf32> {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwc {strides = dense<2> : tensor<3xi64>, dilations = dense<2> : tensor<3xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x7x${C}xf32>, tensor<2x2x2x${C}xf32>) outs(%c : tensor<${N}x${H}x3x3x${C}xf32>) -> tensor<${N}x${H}x3x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x3x${C}xf32>
}

//! case depthwise_conv_3d_ndhwc_dhwcm N H>=1 C
//! moves 0
//! still arg0.0 arg0.4 arg1.3 arg1.4 arg2.0 arg2.4 arg2.5 result0.0 result0.4 result0.5
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! by arg0.1 fetch
//! summed arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<${N}x${H*2+1}x7x7x${C}xf32>, %b: tensor<2x2x2x${C}x2xf32>, %c: tensor<${N}x${H}x3x3x${C}x2xf32>) -> tensor<${N}x${H}x3x3x${C}x2xf32> {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwcm {strides = dense<2> : tensor<3xi64>, dilations = dense<2> : tensor<3xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x7x${C}xf32>, tensor<2x2x2x${C}x2xf32>) outs(%c : tensor<${N}x${H}x3x3x${C}x2xf32>) -> tensor<${N}x${H}x3x3x${C}x2xf32>
  return %0 : tensor<${N}x${H}x3x3x${C}x2xf32>
}
