// Poolings of every named form: windows that overlap, touch and leave gaps.

//! case pooling_nchw_max N H>=1 C
//! moves 0
//! still arg0.0 arg0.1 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! by arg0.2 fetch
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${C}x${H*2+1}x7xf32>, %b: tensor<3x3xf32>, %c: tensor<${N}x${C}x${H}x3xf32>) -> tensor<${N}x${C}x${H}x3xf32> {
  %0 = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${C}x${H*2+1}x7xf32>, tensor<3x3xf32>) outs(%c : tensor<${N}x${C}x${H}x3xf32>) -> tensor<${N}x${C}x${H}x3xf32>
  return %0 : tensor<${N}x${C}x${H}x3xf32>
}

//! case pooling_nchw_sum N H>=1 C
//! moves 0
//! still arg0.0 arg0.1 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! by arg0.2 fetch
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${C}x${H*2+1}x7xf32>, %b: tensor<3x3xf32>, %c: tensor<${N}x${C}x${H}x3xf32>) -> tensor<${N}x${C}x${H}x3xf32> {
  %0 = linalg.pooling_nchw_sum {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${C}x${H*2+1}x7xf32>, tensor<3x3xf32>) outs(%c : tensor<${N}x${C}x${H}x3xf32>) -> tensor<${N}x${C}x${H}x3xf32>
  return %0 : tensor<${N}x${C}x${H}x3xf32>
}

//! case pooling_ncw_max N H>=1 C
//! moves 0
//! still arg0.0 arg0.1 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg2.2 arg0/2
//! along result0.2 arg0/2
//! by arg0.2 fetch
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${C}x${H*2+1}xf32>, %b: tensor<3xf32>, %c: tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32> {
  %0 = linalg.pooling_ncw_max {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${C}x${H*2+1}xf32>, tensor<3xf32>) outs(%c : tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32>
  return %0 : tensor<${N}x${C}x${H}xf32>
}

//! case pooling_ncw_sum N H>=1 C
//! moves 0
//! still arg0.0 arg0.1 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg2.2 arg0/2
//! along result0.2 arg0/2
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${C}x${H+2}xf32>, %b: tensor<3xf32>, %c: tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32> {
  %0 = linalg.pooling_ncw_sum {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${C}x${H+2}xf32>, tensor<3xf32>) outs(%c : tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32>
  return %0 : tensor<${N}x${C}x${H}xf32>
}

//! case pooling_ncw_sum.touching N H>=1 C
//! moves 0
//! still arg0.0 arg0.1 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg2.2 arg0/2
//! along result0.2 arg0/2
//! by arg0.2 fetch
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${C}x${H*2}xf32>, %b: tensor<2xf32>, %c: tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32> {
  %0 = linalg.pooling_ncw_sum {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${C}x${H*2}xf32>, tensor<2xf32>) outs(%c : tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32>
  return %0 : tensor<${N}x${C}x${H}xf32>
}

//! case pooling_ncw_sum.gaps N H>=1 C
//! moves 0
//! still arg0.0 arg0.1 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg2.2 arg0/2
//! along result0.2 arg0/2
//! by arg0.2 fetch
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${C}x${H*3-1}xf32>, %b: tensor<2xf32>, %c: tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32> {
  %0 = linalg.pooling_ncw_sum {strides = dense<3> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${C}x${H*3-1}xf32>, tensor<2xf32>) outs(%c : tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32>
  return %0 : tensor<${N}x${C}x${H}xf32>
}

//! case pooling_ncw_sum.dilated N H>=1 C
//! moves 0
//! still arg0.0 arg0.1 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg2.2 arg0/2
//! along result0.2 arg0/2
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${C}x${H+4}xf32>, %b: tensor<3xf32>, %c: tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32> {
  %0 = linalg.pooling_ncw_sum {strides = dense<1> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${C}x${H+4}xf32>, tensor<3xf32>) outs(%c : tensor<${N}x${C}x${H}xf32>) -> tensor<${N}x${C}x${H}xf32>
  return %0 : tensor<${N}x${C}x${H}xf32>
}

//! case pooling_ndhwc_max N H>=1 C
//! moves 0
//! still arg0.0 arg0.4 arg2.0 arg2.4 result0.0 result0.4
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg1.2 arg1
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<${N}x${H*2+1}x7x7x${C}xf32>, %b: tensor<3x3x3xf32>, %c: tensor<${N}x${H}x3x3x${C}xf32>) -> tensor<${N}x${H}x3x3x${C}xf32> {
  %0 = linalg.pooling_ndhwc_max {strides = dense<2> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x7x${C}xf32>, tensor<3x3x3xf32>) outs(%c : tensor<${N}x${H}x3x3x${C}xf32>) -> tensor<${N}x${H}x3x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x3x${C}xf32>
}

//! case pooling_ndhwc_min N H>=1 C
//! moves 0
//! still arg0.0 arg0.4 arg2.0 arg2.4 result0.0 result0.4
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg1.2 arg1
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<${N}x${H*2+1}x7x7x${C}xf32>, %b: tensor<3x3x3xf32>, %c: tensor<${N}x${H}x3x3x${C}xf32>) -> tensor<${N}x${H}x3x3x${C}xf32> {
  %0 = linalg.pooling_ndhwc_min {strides = dense<2> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x7x${C}xf32>, tensor<3x3x3xf32>) outs(%c : tensor<${N}x${H}x3x3x${C}xf32>) -> tensor<${N}x${H}x3x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x3x${C}xf32>
}

//! case pooling_ndhwc_sum N H>=1 C
//! moves 0
//! still arg0.0 arg0.4 arg2.0 arg2.4 result0.0 result0.4
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg0.3 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg1.2 arg1
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along arg2.3 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! along result0.3 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<${N}x${H*2+1}x7x7x${C}xf32>, %b: tensor<3x3x3xf32>, %c: tensor<${N}x${H}x3x3x${C}xf32>) -> tensor<${N}x${H}x3x3x${C}xf32> {
  %0 = linalg.pooling_ndhwc_sum {strides = dense<2> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x7x${C}xf32>, tensor<3x3x3xf32>) outs(%c : tensor<${N}x${H}x3x3x${C}xf32>) -> tensor<${N}x${H}x3x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x3x${C}xf32>
}

//! case pooling_nhwc_max N H>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H+2}x5x${C}xf32>, %b: tensor<3x3xf32>, %c: tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32> {
  %0 = linalg.pooling_nhwc_max {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H+2}x5x${C}xf32>, tensor<3x3xf32>) outs(%c : tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x${C}xf32>
}

//! case pooling_nhwc_max.touching N H>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! by arg0.2 fetch
//! undivided arg0.2 arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H*2}x6x${C}xf32>, %b: tensor<2x2xf32>, %c: tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32> {
  %0 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H*2}x6x${C}xf32>, tensor<2x2xf32>) outs(%c : tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x${C}xf32>
}

//! case pooling_nhwc_max.gaps N H>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! undivided arg1.1
func.func @main(%a: tensor<${N}x${H*3-1}x8x${C}xf32>, %b: tensor<2x2xf32>, %c: tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32> {
  %0 = linalg.pooling_nhwc_max {strides = dense<3> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H*3-1}x8x${C}xf32>, tensor<2x2xf32>) outs(%c : tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x${C}xf32>
}

//! case pooling_nhwc_max.dilated N H>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H+4}x7x${C}xf32>, %b: tensor<3x3xf32>, %c: tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32> {
  %0 = linalg.pooling_nhwc_max {strides = dense<1> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H+4}x7x${C}xf32>, tensor<3x3xf32>) outs(%c : tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x${C}xf32>
}

//! case pooling_nhwc_max_unsigned N H>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xi32>, %b: tensor<3x3xi32>, %c: tensor<${N}x${H}x3x${C}xi32>) -> tensor<${N}x${H}x3x${C}xi32> {
  %0 = linalg.pooling_nhwc_max_unsigned {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x${C}xi32>, tensor<3x3xi32>) outs(%c : tensor<${N}x${H}x3x${C}xi32>) -> tensor<${N}x${H}x3x${C}xi32>
  return %0 : tensor<${N}x${H}x3x${C}xi32>
}

//! case pooling_nhwc_min N H>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xf32>, %b: tensor<3x3xf32>, %c: tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32> {
  %0 = linalg.pooling_nhwc_min {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x${C}xf32>, tensor<3x3xf32>) outs(%c : tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x${C}xf32>
}

//! case pooling_nhwc_min_unsigned N H>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xi32>, %b: tensor<3x3xi32>, %c: tensor<${N}x${H}x3x${C}xi32>) -> tensor<${N}x${H}x3x${C}xi32> {
  %0 = linalg.pooling_nhwc_min_unsigned {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x${C}xi32>, tensor<3x3xi32>) outs(%c : tensor<${N}x${H}x3x${C}xi32>) -> tensor<${N}x${H}x3x${C}xi32>
  return %0 : tensor<${N}x${H}x3x${C}xi32>
}

//! case pooling_nhwc_sum N H>=1 C
//! moves 0
//! still arg0.0 arg0.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0/2
//! along arg0.2 arg0/2
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along arg2.1 arg0/2
//! along arg2.2 arg0/2
//! along result0.1 arg0/2
//! along result0.2 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${N}x${H*2+1}x7x${C}xf32>, %b: tensor<3x3xf32>, %c: tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32> {
  %0 = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x7x${C}xf32>, tensor<3x3xf32>) outs(%c : tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H}x3x${C}xf32>
  return %0 : tensor<${N}x${H}x3x${C}xf32>
}

//! case pooling_nwc_max N H>=1 C
//! moves 0
//! still arg0.0 arg0.2 arg2.0 arg2.2 result0.0 result0.2
//! along arg0.1 arg0/2
//! along arg1.0 arg1
//! along arg2.1 arg0/2
//! along result0.1 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${H*2+1}x${C}xf32>, %b: tensor<3xf32>, %c: tensor<${N}x${H}x${C}xf32>) -> tensor<${N}x${H}x${C}xf32> {
  %0 = linalg.pooling_nwc_max {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x${C}xf32>, tensor<3xf32>) outs(%c : tensor<${N}x${H}x${C}xf32>) -> tensor<${N}x${H}x${C}xf32>
  return %0 : tensor<${N}x${H}x${C}xf32>
}

//! case pooling_nwc_max_unsigned N H>=1 C
//! moves 0
//! still arg0.0 arg0.2 arg2.0 arg2.2 result0.0 result0.2
//! along arg0.1 arg0/2
//! along arg1.0 arg1
//! along arg2.1 arg0/2
//! along result0.1 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${H*2+1}x${C}xi32>, %b: tensor<3xi32>, %c: tensor<${N}x${H}x${C}xi32>) -> tensor<${N}x${H}x${C}xi32> {
  %0 = linalg.pooling_nwc_max_unsigned {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x${C}xi32>, tensor<3xi32>) outs(%c : tensor<${N}x${H}x${C}xi32>) -> tensor<${N}x${H}x${C}xi32>
  return %0 : tensor<${N}x${H}x${C}xi32>
}

//! case pooling_nwc_min N H>=1 C
//! moves 0
//! still arg0.0 arg0.2 arg2.0 arg2.2 result0.0 result0.2
//! along arg0.1 arg0/2
//! along arg1.0 arg1
//! along arg2.1 arg0/2
//! along result0.1 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${H*2+1}x${C}xf32>, %b: tensor<3xf32>, %c: tensor<${N}x${H}x${C}xf32>) -> tensor<${N}x${H}x${C}xf32> {
  %0 = linalg.pooling_nwc_min {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x${C}xf32>, tensor<3xf32>) outs(%c : tensor<${N}x${H}x${C}xf32>) -> tensor<${N}x${H}x${C}xf32>
  return %0 : tensor<${N}x${H}x${C}xf32>
}

//! case pooling_nwc_min_unsigned N H>=1 C
//! moves 0
//! still arg0.0 arg0.2 arg2.0 arg2.2 result0.0 result0.2
//! along arg0.1 arg0/2
//! along arg1.0 arg1
//! along arg2.1 arg0/2
//! along result0.1 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${H*2+1}x${C}xi32>, %b: tensor<3xi32>, %c: tensor<${N}x${H}x${C}xi32>) -> tensor<${N}x${H}x${C}xi32> {
  %0 = linalg.pooling_nwc_min_unsigned {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x${C}xi32>, tensor<3xi32>) outs(%c : tensor<${N}x${H}x${C}xi32>) -> tensor<${N}x${H}x${C}xi32>
  return %0 : tensor<${N}x${H}x${C}xi32>
}

//! case pooling_nwc_sum N H>=1 C
//! moves 0
//! still arg0.0 arg0.2 arg2.0 arg2.2 result0.0 result0.2
//! along arg0.1 arg0/2
//! along arg1.0 arg1
//! along arg2.1 arg0/2
//! along result0.1 arg0/2
//! by arg0.1 fetch
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${H*2+1}x${C}xf32>, %b: tensor<3xf32>, %c: tensor<${N}x${H}x${C}xf32>) -> tensor<${N}x${H}x${C}xf32> {
  %0 = linalg.pooling_nwc_sum {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<${N}x${H*2+1}x${C}xf32>, tensor<3xf32>) outs(%c : tensor<${N}x${H}x${C}xf32>) -> tensor<${N}x${H}x${C}xf32>
  return %0 : tensor<${N}x${H}x${C}xf32>
}
