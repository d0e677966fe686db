// TOSA, each form that its import gives. Tensors of TOSA have at least one
// element.

//! case binary M>=1 N>=1
//! moves 0
//! still arg0.0 arg0.1 arg1.1 result0.0 result0.1
//! alike
//! for OP
//! row add
//! row sub
//! row maximum
//! row minimum
//! row pow
//! tolerance 1e-6
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<1x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tosa.${OP} %a, %b : (tensor<${M}x${N}xf32>, tensor<1x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case unary M>=1 N>=1
//! alike
//! for OP
//! row abs
//! still arg0.0 arg0.1 result0.0 result0.1
//! row ceil
//! still arg0.0 arg0.1 result0.0 result0.1
//! row cos
//! still arg0.0 arg0.1 result0.0 result0.1
//! row erf
//! still arg0.0 arg0.1 result0.0 result0.1
//! row exp
//! still arg0.0 arg0.1 result0.0 result0.1
//! row floor
//! still arg0.0 arg0.1 result0.0 result0.1
//! row identity
//! still arg0.0 arg0.1 result0.0 result0.1
//! row log
//! still arg0.0 arg0.1 result0.0 result0.1
//! row reciprocal
//! still arg0.0 arg0.1 result0.0 result0.1
//! row rsqrt
//! still arg0.0 arg0.1 result0.0 result0.1
//! row sigmoid
//! still arg0.0 arg0.1 result0.0 result0.1
//! row sin
//! still arg0.0 arg0.1 result0.0 result0.1
//! row tanh
//! still arg0.0 arg0.1 result0.0 result0.1
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! tolerance 1e-6
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tosa.${OP} %a : (tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case integers M>=1 N>=1
//! moves 0
//! still arg0.0 arg0.1 arg1.1 result0.0 result0.1
//! alike
//! for OP ATTRIBUTES
//! row arithmetic_right_shift | {round = true}
//! row bitwise_and | {}
//! row bitwise_or | {}
//! row bitwise_xor | {}
//! row logical_left_shift | {}
//! row logical_right_shift | {}
//! values 1 below 5
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<1x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %0 = tosa.${OP} %a, %b ${ATTRIBUTES} : (tensor<${M}x${N}xi32>, tensor<1x${N}xi32>) -> tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case product.shifted M>=1 N>=1
//! moves 0
//! still arg0.0 arg0.1 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<1x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %shift = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %a, %b, %shift : (tensor<${M}x${N}xi32>, tensor<1x${N}xi32>, tensor<1xi8>) -> tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case select M>=1 N>=1
//! moves 0
//! still arg0.1 arg1.0 arg1.1 arg2.0 result0.0 result0.1
func.func @main(%p: tensor<1x${N}xi1>, %a: tensor<${M}x${N}xf32>, %b: tensor<${M}x1xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tosa.select %p, %a, %b : (tensor<1x${N}xi1>, tensor<${M}x${N}xf32>, tensor<${M}x1xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case reduction M>=1 N>=1
//! moves result0*2
//! still arg0.1 result0.1
//! for OP T
//! row reduce_sum | i32
//! row reduce_sum | f32
//! row reduce_max | f32
//! row reduce_min | f32
//! row reduce_product | i32
//! row reduce_all | i1
//! row reduce_any | i1
//! tolerance 1e-5
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<1x${N}x${T}> {
  %0 = tosa.${OP} %a {axis = 0 : i32} : (tensor<${M}x${N}x${T}>) -> tensor<1x${N}x${T}>
  return %0 : tensor<1x${N}x${T}>
}

//! case argmax M>=1 N>=1
//! moves result0*4
//! still arg0.1 result0.0
//! for T OPTIONS
//! row f32 | axis = 0 : i32
//! row f32 | axis = 0 : i32, nan_mode = IGNORE
//! row i8 | axis = 0 : i32
//! values 0 special
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${N}xi32> {
  %0 = tosa.argmax %a {${OPTIONS}} : (tensor<${M}x${N}x${T}>) -> tensor<${N}xi32>
  return %0 : tensor<${N}xi32>
}

//! case gather N>=1 K>=1 W>=1 C>=1
//! moves result0*2
//! still arg0.0 arg0.2 arg1.0 arg1.1 result0.0 result0.1 result0.2
//! values 1 below K
func.func @main(%a: tensor<${N}x${K}x${C}xf32>, %at: tensor<${N}x${W}xi32>) -> tensor<${N}x${W}x${C}xf32> {
  %0 = tosa.gather %a, %at : (tensor<${N}x${K}x${C}xf32>, tensor<${N}x${W}xi32>) -> tensor<${N}x${W}x${C}xf32>
  return %0 : tensor<${N}x${W}x${C}xf32>
}

//! case scatter N>=1 W>=1 C>=1
//! moves result0*2+arg1
//! still arg0.0 arg0.1 arg0.2 arg1.0 arg1.2 result0.0 result0.1 result0.2
//! undivided arg0.1 result0.1
// As many updates as positions, each once: counted by the program.
func.func @main(%a: tensor<${N}x${W+2}x${C}xf32>, %b: tensor<${N}x${W}x${C}xf32>) -> tensor<${N}x${W+2}x${C}xf32> {
  %e = tensor.empty() : tensor<${N}x${W}xi32>
  %at = linalg_ext.iota axis = 1 outs(%e : tensor<${N}x${W}xi32>) -> tensor<${N}x${W}xi32>
  %0 = tosa.scatter %a, %at, %b : (tensor<${N}x${W+2}x${C}xf32>, tensor<${N}x${W}xi32>, tensor<${N}x${W}x${C}xf32>) -> tensor<${N}x${W+2}x${C}xf32>
  return %0 : tensor<${N}x${W+2}x${C}xf32>
}

//! case table M>=1 N>=1
//! moves result0*2
//! still arg0.0 arg0.1 result0.0 result0.1
//! undivided arg0.0 arg0.1 arg1.0 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xi8>, %t: tensor<256xi8>) -> tensor<${M}x${N}xi8> {
  %0 = tosa.table %a, %t : (tensor<${M}x${N}xi8>, tensor<256xi8>) -> tensor<${M}x${N}xi8>
  return %0 : tensor<${M}x${N}xi8>
}

//! case rescale M>=1 N>=1
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi8> {
  %multiplier = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %shift = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %from = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %to = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %a, %multiplier, %shift, %from, %to {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<${M}x${N}xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<${M}x${N}xi8>
  return %0 : tensor<${M}x${N}xi8>
}

//! case pad M>=1 N>=1
//! moves result0
//! still arg0.1 result0.0 result0.1
//! undivided result0.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M+3}x${N+1}xf32> {
  %low = tosa.const_shape {values = dense<[1, 2, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %value = "tosa.const"() <{values = dense<5.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.pad %a, %low, %value : (tensor<${M}x${N}xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<${M+3}x${N+1}xf32>
  return %0 : tensor<${M+3}x${N+1}xf32>
}

//! case concat M>=1 N>=1 K>=1
//! moves result0
//! still arg0.1 arg1.1 result0.0 result0.1
//! undivided result0.0
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${K}x${N}xf32>) -> tensor<${M+K}x${N}xf32> {
  %0 = tosa.concat %a, %b {axis = 0 : i32} : (tensor<${M}x${N}xf32>, tensor<${K}x${N}xf32>) -> tensor<${M+K}x${N}xf32>
  return %0 : tensor<${M+K}x${N}xf32>
}

//! case slice M>=1 N>=1
//! moves result0
//! still arg0.1 result0.1
//! undivided result0.0
func.func @main(%a: tensor<${M+3}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %start = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = tosa.const_shape {values = dense<[${M}, ${N}]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %a, %start, %size : (tensor<${M+3}x${N}xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case tile M>=1 N>=1
//! moves result0
//! still result0.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M*2}x${N*3}xf32> {
  %times = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.tile %a, %times : (tensor<${M}x${N}xf32>, !tosa.shape<2>) -> tensor<${M*2}x${N*3}xf32>
  return %0 : tensor<${M*2}x${N*3}xf32>
}

//! case reshape M>=1 N>=1
//! moves arg0
func.func @main(%a: tensor<${M}x${N*2}xf32>) -> tensor<${M*2}x${N}xf32> {
  %shape = tosa.const_shape {values = dense<[${M*2}, ${N}]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %a, %shape : (tensor<${M}x${N*2}xf32>, !tosa.shape<2>) -> tensor<${M*2}x${N}xf32>
  return %0 : tensor<${M*2}x${N}xf32>
}

//! case transpose M>=1 N>=1
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${N}x${M}xf32> {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<${M}x${N}xf32>) -> tensor<${N}x${M}xf32>
  return %0 : tensor<${N}x${M}xf32>
}

//! case reverse M>=1 N>=1
//! moves arg0
//! still arg0.1 result0.0 result0.1
//! undivided result0.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tosa.reverse %a {axis = 0 : i32} : (tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case matmul B>=1 M>=1 N>=1 K>=1
//! moves result0*2
//! still arg0.0 arg0.1 arg1.0 arg1.2 result0.0 result0.1 result0.2
func.func @main(%a: tensor<${B}x${M}x${K}xi8>, %b: tensor<${B}x${K}x${N}xi8>) -> tensor<${B}x${M}x${N}xi32> {
  %za = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zb = "tosa.const"() <{values = dense<-2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.matmul %a, %b, %za, %zb : (tensor<${B}x${M}x${K}xi8>, tensor<${B}x${K}x${N}xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<${B}x${M}x${N}xi32>
  return %0 : tensor<${B}x${M}x${N}xi32>
}

//! case conv2d N>=1 H>=1 C>=1 F>=1
//! moves 0
//! still arg0.0 arg1.0 arg2.0 result0.0 result0.3
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along arg0.3 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along result0.1 arg0
//! along result0.2 arg0
//! summed arg0.3 arg1.1 arg1.2 arg1.3
//! undivided arg0.2
func.func @main(%a: tensor<${N}x${H}x4x${C}xi8>, %w: tensor<${F}x3x2x${C}xi8>, %b: tensor<${F}xi32>) -> tensor<${N}x${H}x3x${F}xi32> {
  %za = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zw = "tosa.const"() <{values = dense<-2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %a, %w, %b, %za, %zw {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 0, 0>, stride = array<i64: 1, 1>} : (tensor<${N}x${H}x4x${C}xi8>, tensor<${F}x3x2x${C}xi8>, tensor<${F}xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<${N}x${H}x3x${F}xi32>
  return %0 : tensor<${N}x${H}x3x${F}xi32>
}

//! case depthwise_conv2d N>=1 H>=1 C>=1
//! moves 0
//! still arg0.0 result0.0
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along result0.1 arg0
//! along result0.2 arg0
//! along arg0.3 result0
//! along arg1.2 result0
//! along arg1.3 result0
//! along arg2.0 result0
//! along result0.3 result0
// The result merges channels and their multiples: elements change owner where
// parts are not equal.
func.func @main(%a: tensor<${N}x${H}x4x${C}xi8>, %w: tensor<3x2x${C}x2xi8>, %b: tensor<${C*2}xi32>) -> tensor<${N}x${H}x3x${C*2}xi32> {
  %z = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.depthwise_conv2d %a, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 0, 0>, stride = array<i64: 1, 1>} : (tensor<${N}x${H}x4x${C}xi8>, tensor<3x2x${C}x2xi8>, tensor<${C*2}xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<${N}x${H}x3x${C*2}xi32>
  return %0 : tensor<${N}x${H}x3x${C*2}xi32>
}

//! case transpose_conv2d N>=1 H>=1 C>=1 F>=1
//! moves 0
//! still arg0.0 arg1.0 arg2.0 result0.0 result0.3
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along arg0.3 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along result0.1 arg0
//! along result0.2 arg0
//! undivided arg1.2 arg1.3
//! tolerance 1e-4
func.func @main(%a: tensor<${N}x${H}x3x${C}xf32>, %w: tensor<${F}x2x2x${C}xf32>, %b: tensor<${F}xf32>) -> tensor<${N}x${H*2}x4x${F}xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 1>} : (tensor<${N}x${H}x3x${C}xf32>, tensor<${F}x2x2x${C}xf32>, tensor<${F}xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<${N}x${H*2}x4x${F}xf32>
  return %0 : tensor<${N}x${H*2}x4x${F}xf32>
}

//! case transpose_conv2d.quantized H>=1 W>=1 C>=1 F>=1
//! moves 0
//! still arg0.0 arg1.0 result0.0 result0.3
//! along arg0.1 arg0+result0
//! along arg0.2 arg0+result0
//! along arg0.3 result0*2
//! along arg1.1 result0*2+arg1
//! along arg1.2 result0*2+arg1
//! along arg1.3 result0*2
//! along result0.1 arg0+result0
//! along result0.2 arg0+result0
//! undivided arg1.1 arg1.3 result0.2
// Rows and columns are cut off, so phases do not stay where steps are.
func.func @main(%a: tensor<2x${H}x${W}x${C}xi8>, %w: tensor<${F}x4x3x${C}xi8>, %b: tensor<1xi32>) -> tensor<2x${H*2}x${W*3-1}x${F}xi32> {
  %x = "tosa.const"() <{values = dense<-7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %y = "tosa.const"() <{values = dense<4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.transpose_conv2d %a, %w, %b, %x, %y {acc_type = i32, out_pad = array<i64: -1, -1, 0, -1>, stride = array<i64: 2, 3>} : (tensor<2x${H}x${W}x${C}xi8>, tensor<${F}x4x3x${C}xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x${H*2}x${W*3-1}x${F}xi32>
  return %0 : tensor<2x${H*2}x${W*3-1}x${F}xi32>
}

//! case max_pool2d N>=1 H>=1 C>=1
//! moves 0
//! still arg0.0 arg0.3 result0.0 result0.3
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along result0.1 arg0
//! along result0.2 arg0
//! undivided result0.1
func.func @main(%a: tensor<${N}x${H*2}x4x${C}xf32>) -> tensor<${N}x${H}x2x${C}xf32> {
  %0 = tosa.max_pool2d %a {kernel = array<i64: 3, 2>, stride = array<i64: 2, 2>, pad = array<i64: 1, 0, 0, 0>} : (tensor<${N}x${H*2}x4x${C}xf32>) -> tensor<${N}x${H}x2x${C}xf32>
  return %0 : tensor<${N}x${H}x2x${C}xf32>
}

//! case avg_pool2d N>=1 H>=1 C>=1
//! moves 0
//! still arg0.0 arg0.3 result0.0 result0.3
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along result0.1 arg0
//! along result0.2 arg0
//! undivided result0.1
//! tolerance 1e-5
func.func @main(%a: tensor<${N}x${H*2}x4x${C}xf32>) -> tensor<${N}x${H}x2x${C}xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.avg_pool2d %a, %z, %z {acc_type = f32, kernel = array<i64: 3, 2>, stride = array<i64: 2, 2>, pad = array<i64: 1, 0, 0, 0>} : (tensor<${N}x${H*2}x4x${C}xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<${N}x${H}x2x${C}xf32>
  return %0 : tensor<${N}x${H}x2x${C}xf32>
}

//! case resize N>=1 H>=2 C>=1
//! for MODE
//! row NEAREST_NEIGHBOR
//! still arg0.0 arg0.3 result0.0 result0.1 result0.2 result0.3
//! row BILINEAR
//! still arg0.0 arg0.3 result0.0 result0.1 result0.2 result0.3
//! moves result0*8
//! still arg0.0 arg0.3 result0.0 result0.1 result0.2 result0.3
//! tolerance 1e-6
// Each of the four corners is found on one device.
func.func @main(%a: tensor<${N}x${H}x3x${C}xf32>) -> tensor<${N}x${H*2-1}x5x${C}xf32> {
  %scale = tosa.const_shape {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %a, %scale, %zero, %zero {mode = ${MODE}} : (tensor<${N}x${H}x3x${C}xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<${N}x${H*2-1}x5x${C}xf32>
  return %0 : tensor<${N}x${H*2-1}x5x${C}xf32>
}

//! case fft2d N>=1
//! moves arg0+arg1+result0+result1
//! still arg0.0 arg1.0 result0.0 result0.1 result0.2 result1.0 result1.1 result1.2
//! undivided result0.1 result0.2 result1.1 result1.2
//! tolerance 1e-4
func.func @main(%a: tensor<${N}x4x8xf32>, %b: tensor<${N}x4x8xf32>) -> (tensor<${N}x4x8xf32>, tensor<${N}x4x8xf32>) {
  %0:2 = tosa.fft2d %a, %b {inverse = true} : (tensor<${N}x4x8xf32>, tensor<${N}x4x8xf32>) -> (tensor<${N}x4x8xf32>, tensor<${N}x4x8xf32>)
  return %0#0, %0#1 : tensor<${N}x4x8xf32>, tensor<${N}x4x8xf32>
}

//! case rfft2d N>=1
//! moves arg0+result0+result1
//! still arg0.0 result0.0 result0.1 result0.2 result1.0 result1.1 result1.2
//! undivided result0.1 result0.2 result1.1 result1.2
//! tolerance 1e-4
func.func @main(%a: tensor<${N}x4x8xf32>) -> (tensor<${N}x4x5xf32>, tensor<${N}x4x5xf32>) {
  %0:2 = tosa.rfft2d %a : (tensor<${N}x4x8xf32>) -> (tensor<${N}x4x5xf32>, tensor<${N}x4x5xf32>)
  return %0#0, %0#1 : tensor<${N}x4x5xf32>, tensor<${N}x4x5xf32>
}

//! case cond_if M>=1 N>=1
//! moves 0
//! still arg1.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
func.func @main(%p: tensor<i1>, %a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tosa.cond_if %p : tensor<i1> -> tensor<${M}x${N}xf32> {
    %1 = tosa.add %a, %b : (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
    tosa.yield %1 : tensor<${M}x${N}xf32>
  } else {
    tosa.yield %b : tensor<${M}x${N}xf32>
  }
  return %0 : tensor<${M}x${N}xf32>
}

//! case while_loop M>=1 N>=1
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %zero = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %three = "tosa.const"() <{values = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = tosa.while_loop (%i = %zero, %x = %a) : (tensor<i32>, tensor<${M}x${N}xi32>) -> (tensor<i32>, tensor<${M}x${N}xi32>) {
    %c = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %x: tensor<${M}x${N}xi32>):
    %n = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %y = tosa.add %x, %x : (tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
    tosa.yield %n, %y : tensor<i32>, tensor<${M}x${N}xi32>
  }
  return %0#1 : tensor<${M}x${N}xi32>
}
