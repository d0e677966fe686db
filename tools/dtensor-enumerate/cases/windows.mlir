// Axes that are cut, padded, joined, turned, or read through windows.

//! case slice M>=2 N>=1
//! moves result0
//! still arg0.1 result0.1
//! by arg0.0 fetch
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M-1}x${N}xf32> {
  %0 = tensor.extract_slice %a[1, 0] [${M-1}, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${M-1}x${N}xf32>
  return %0 : tensor<${M-1}x${N}xf32>
}

//! case slice-strided M>=1 N>=1
//! moves result0
//! still arg0.1 result0.1
//! by arg0.0 fetch
//! by result0.0 fetch
//! for OFFSET STRIDE
//! row 0 | 2
//! undivided result0.0
//! row 1 | 3
func.func @main(%a: tensor<${M*3+1}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %0 = tensor.extract_slice %a[${OFFSET}, 0] [${M}, ${N}] [${STRIDE}, 1] : tensor<${M*3+1}x${N}xi32> to tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case slice-both-axes M>=2 N>=2
//! moves result0
//! still result0.0 result0.1
//! by arg0.0 fetch
//! by arg0.1 fetch
//! undivided result0.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M-1}x${N-1}xf32> {
  %0 = tensor.extract_slice %a[1, 0] [${M-1}, ${N-1}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${M-1}x${N-1}xf32>
  return %0 : tensor<${M-1}x${N-1}xf32>
}

//! case slice-row M>=2 N>=1
//! moves result0
//! still arg0.1 result0.0
//! by arg0.0 fetch
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${N}xf32> {
  %0 = tensor.extract_slice %a[1, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${N}xf32>
  return %0 : tensor<${N}xf32>
}

//! case slice-computed M>=2 N>=1
//! moves result0+result1
//! still arg0.1 result0.0 result0.1 result1.0
//! by arg0.0 fetch
//! undivided result0.0
func.func @main(%a: tensor<${M}x${N}xf32>, %i: tensor<i32>) -> (tensor<2x${N}xf32>, tensor<${N}xf32>) {
  %zero = arith.constant 0 : index
  %at = arith.constant ${M-2} : index
  %s = tensor.extract %i[] : tensor<i32>
  %k = arith.index_cast %s : i32 to index
  %m = arith.minsi %k, %at : index
  %o = arith.maxsi %m, %zero : index
  %0 = tensor.extract_slice %a[%o, 0] [2, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<2x${N}xf32>
  %1 = tensor.extract_slice %a[%o, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${N}xf32>
  return %0, %1 : tensor<2x${N}xf32>, tensor<${N}xf32>
}

//! case slice-of-partial M>=2 N>=1
//! moves M*N*8+result0
//! still arg1.1 result0.1
//! by arg0.0 fetch
//! by result0.0 fetch
func.func @main(%a: tensor<${M}x3xf32>, %b: tensor<3x${N}xf32>) -> tensor<${M-1}x${N}xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x3xf32>, tensor<3x${N}xf32>) outs(%c : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %1 = tensor.extract_slice %0[1, 0] [${M-1}, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${M-1}x${N}xf32>
  return %1 : tensor<${M-1}x${N}xf32>
}

//! case insert-row M>=2 N>=1
//! moves arg0
//! still arg0.0 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${N}xf32>, %b: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.insert_slice %a into %b[1, 0] [1, ${N}] [1, 1] : tensor<${N}xf32> into tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case insert-column M>=2 N>=2
//! moves arg0
//! still arg0.0 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}xf32>, %b: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.insert_slice %a into %b[0, 1] [${M}, 1] [1, 1] : tensor<${M}xf32> into tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case insert-computed M>=2 N>=1
//! moves arg0
//! still arg0.1 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<2x${N}xf32>, %b: tensor<${M}x${N}xf32>, %i: tensor<i32>) -> tensor<${M}x${N}xf32> {
  %zero = arith.constant 0 : index
  %at = arith.constant ${M-2} : index
  %s = tensor.extract %i[] : tensor<i32>
  %k = arith.index_cast %s : i32 to index
  %m = arith.minsi %k, %at : index
  %o = arith.maxsi %m, %zero : index
  %0 = tensor.insert_slice %a into %b[%o, 0] [2, ${N}] [1, 1] : tensor<2x${N}xf32> into tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case insert-both-axes M>=1 N>=1
//! moves arg0
//! still arg1.0 arg1.1 result0.0 result0.1
//! by arg0.0 fetch
//! by arg0.1 fetch
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M+2}x${N+1}xf32>) -> tensor<${M+2}x${N+1}xf32> {
  %0 = tensor.insert_slice %a into %b[1, 1] [${M}, ${N}] [1, 1] : tensor<${M}x${N}xf32> into tensor<${M+2}x${N+1}xf32>
  return %0 : tensor<${M+2}x${N+1}xf32>
}

//! case pad-both-axes M>=1 N>=1
//! moves result0
//! still result0.0 result0.1
//! by arg0.0 fetch
//! by arg0.1 fetch
//! undivided result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %s: tensor<f32>) -> tensor<${M+3}x${N+1}xf32> {
  %v = tensor.extract %s[] : tensor<f32>
  %0 = tensor.pad %a low[1, 1] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<${M}x${N}xf32> to tensor<${M+3}x${N+1}xf32>
  return %0 : tensor<${M+3}x${N+1}xf32>
}

//! case pad-behind M>=1 N>=1
//! moves result0
//! still result0.0 result0.1
//! by arg0.0 fetch
//! by arg0.1 fetch
//! undivided result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M+1}x${N+2}xf32> {
  %v = arith.constant 7.0 : f32
  %0 = tensor.pad %a low[0, 0] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<${M}x${N}xf32> to tensor<${M+1}x${N+2}xf32>
  return %0 : tensor<${M+1}x${N+2}xf32>
}

//! case pad-negative M>=3 N
//! moves result0+result1
//! still result0.0
//! by arg0.0 fetch
//! by arg0.1 fetch
//! by result0.1 fetch
//! by result1.0 fetch
//! by result1.1 fetch
//! undivided result1.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> (tensor<1x${N}xf32>, tensor<${M-1}x${N+1}xf32>) {
  %v = arith.constant 7.0 : f32
  %0 = tensor.pad %a low[-1, 0] high[${2-M}, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<${M}x${N}xf32> to tensor<1x${N}xf32>
  %1 = tensor.pad %a low[-2, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<${M}x${N}xf32> to tensor<${M-1}x${N+1}xf32>
  return %0, %1 : tensor<1x${N}xf32>, tensor<${M-1}x${N+1}xf32>
}

//! case pad-then-slice M>=2 N>=1
//! moves arg0
//! still arg0.1 result0.1
//! by arg0.0 fetch
//! by result0.0 fetch
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %v = arith.constant 7.0 : f32
  %0 = tensor.pad %a low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<${M}x${N}xf32> to tensor<${M+2}x${N}xf32>
  %1 = tensor.extract_slice %0[0, 0] [${M}, ${N}] [1, 1] : tensor<${M+2}x${N}xf32> to tensor<${M}x${N}xf32>
  return %1 : tensor<${M}x${N}xf32>
}

//! case pad-interior M>=1 N>=1
//! moves result0
//! still arg0.1 result0.1
//! by arg0.0 fetch
//! by result0.0 fetch
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M*2+1}x${N}xf32> {
  %v = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<${M*2+1}x${N}xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<${M*2+1}x${N}xf32>) -> tensor<${M*2+1}x${N}xf32>
  %0 = tensor.insert_slice %a into %f[1, 0] [${M}, ${N}] [2, 1] : tensor<${M}x${N}xf32> into tensor<${M*2+1}x${N}xf32>
  return %0 : tensor<${M*2+1}x${N}xf32>
}

//! case concat-three M N>=1
//! moves result0
//! still arg0.0 arg1.0 arg2.0 result0.0 result0.1
//! by arg1.1 fetch
//! undivided arg0.1 result0.1
func.func @main(%a: tensor<${N}x${M}xf32>, %b: tensor<${N}x1xf32>, %c: tensor<${N}x${M+1}xf32>) -> tensor<${N}x${M+M+2}xf32> {
  %0 = tensor.concat dim(1) %a, %b, %c : (tensor<${N}x${M}xf32>, tensor<${N}x1xf32>, tensor<${N}x${M+1}xf32>) -> tensor<${N}x${M+M+2}xf32>
  return %0 : tensor<${N}x${M+M+2}xf32>
}

//! case concat-with-itself M N
//! moves result0
//! undivided result0.0
//! still arg0.1 result0.1
func.func @main(%a: tensor<${M}x${N}xi8>) -> tensor<${M+M}x${N}xi8> {
  %0 = tensor.concat dim(0) %a, %a : (tensor<${M}x${N}xi8>, tensor<${M}x${N}xi8>) -> tensor<${M+M}x${N}xi8>
  return %0 : tensor<${M+M}x${N}xi8>
}

//! case roll-both-axes M>=2 N>=2
//! moves arg0
//! still result0.0 result0.1
//! by arg0.0 fetch
//! by arg0.1 fetch
//! undivided result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.extract_slice %a[1, 0] [${M-1}, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${M-1}x${N}xf32>
  %1 = tensor.extract_slice %a[0, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<1x${N}xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<${M-1}x${N}xf32>, tensor<1x${N}xf32>) -> tensor<${M}x${N}xf32>
  %3 = tensor.extract_slice %2[0, 1] [${M}, ${N-1}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${M}x${N-1}xf32>
  %4 = tensor.extract_slice %2[0, 0] [${M}, 1] [1, 1] : tensor<${M}x${N}xf32> to tensor<${M}x1xf32>
  %5 = tensor.concat dim(1) %3, %4 : (tensor<${M}x${N-1}xf32>, tensor<${M}x1xf32>) -> tensor<${M}x${N}xf32>
  return %5 : tensor<${M}x${N}xf32>
}

//! case roll-several-ways M>=2 N>=2
//! moves arg0*4
//! by arg0.0 all_to_all exchange fetch
//! by arg0.1 all_to_all fetch
//! undivided result0.0
// Rotations up and down, and one of these to the left. One fetch has them all.
func.func @main(%a: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %0 = tensor.extract_slice %a[1, 0] [${M-1}, ${N}] [1, 1] : tensor<${M}x${N}xi32> to tensor<${M-1}x${N}xi32>
  %1 = tensor.extract_slice %a[0, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xi32> to tensor<1x${N}xi32>
  %up = tensor.concat dim(0) %0, %1 : (tensor<${M-1}x${N}xi32>, tensor<1x${N}xi32>) -> tensor<${M}x${N}xi32>
  %2 = tensor.extract_slice %a[0, 0] [${M-1}, ${N}] [1, 1] : tensor<${M}x${N}xi32> to tensor<${M-1}x${N}xi32>
  %3 = tensor.extract_slice %a[${M-1}, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xi32> to tensor<1x${N}xi32>
  %down = tensor.concat dim(0) %3, %2 : (tensor<1x${N}xi32>, tensor<${M-1}x${N}xi32>) -> tensor<${M}x${N}xi32>
  %4 = tensor.extract_slice %up[0, 1] [${M}, ${N-1}] [1, 1] : tensor<${M}x${N}xi32> to tensor<${M}x${N-1}xi32>
  %5 = tensor.extract_slice %up[0, 0] [${M}, 1] [1, 1] : tensor<${M}x${N}xi32> to tensor<${M}x1xi32>
  %left = tensor.concat dim(1) %4, %5 : (tensor<${M}x${N-1}xi32>, tensor<${M}x1xi32>) -> tensor<${M}x${N}xi32>
  %6 = arith.muli %up, %left : tensor<${M}x${N}xi32>
  %7 = arith.addi %6, %down : tensor<${M}x${N}xi32>
  return %7 : tensor<${M}x${N}xi32>
}

//! case reverse-by-map M N>=1
//! moves arg0
//! still arg0.1 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %o: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (-d0 + ${M-1}, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%o : tensor<${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case difference M>=2 N>=1
//! moves arg0
//! still arg0.1 arg1.0 arg1.1 result0.0 result0.1
//! by arg0.0 fetch
func.func @main(%a: tensor<${M}x${N}xf32>, %o: tensor<${M-1}x${N}xf32>) -> tensor<${M-1}x${N}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + 1, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %o : tensor<${M}x${N}xf32>, tensor<${M-1}x${N}xf32>) outs(%o : tensor<${M-1}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.subf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<${M-1}x${N}xf32>
  return %0 : tensor<${M-1}x${N}xf32>
}

//! case conv-1d M>=1 K
//! moves 0
//! along arg0.0 arg0
//! along arg1.0 result0*2
//! along arg2.0 arg0
//! along result0.0 arg0
//! by arg0.0 fetch
//! by arg1.0 all_reduce reduce_scatter
//! summed arg1.0
func.func @main(%a: tensor<${M+2}xf32>, %f: tensor<3xf32>, %o: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = linalg.conv_1d ins(%a, %f : tensor<${M+2}xf32>, tensor<3xf32>) outs(%o : tensor<${M}xf32>) -> tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case conv-1d-wide M>=1
//! moves 0
//! along arg0.0 arg0
//! along arg1.0 result0*2
//! along arg2.0 arg0
//! along result0.0 arg0
//! by arg1.0 all_reduce reduce_scatter
//! summed arg1.0
func.func @main(%a: tensor<${M+6}xf32>, %f: tensor<7xf32>, %o: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = linalg.conv_1d ins(%a, %f : tensor<${M+6}xf32>, tensor<7xf32>) outs(%o : tensor<${M}xf32>) -> tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case conv-2d-nhwc M N>=1 C
//! moves 0
//! still arg0.0 arg1.3 arg2.0 arg2.3 result0.0 result0.3
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along arg0.3 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.1 arg0
//! along arg2.2 arg0
//! along result0.1 arg0
//! along result0.2 arg0
//! by arg0.2 fetch
//! by arg0.3 all_reduce reduce_scatter
//! by arg1.2 all_reduce reduce_scatter
//! summed arg0.3 arg1.0 arg1.1 arg1.2
//! for SH SW DH DW H W
//! row 1 | 1 | 1 | 1 | ${M+2} | ${N+2}
//! row 2 | 1 | 1 | 2 | ${M*2+2} | ${N+4}
//! row 3 | 2 | 2 | 1 | ${M*3+4} | ${N*2+2}
func.func @main(%a: tensor<2x${H}x${W}x${C}xf32>, %f: tensor<3x3x${C}x2xf32>, %o: tensor<2x${M}x${N}x2xf32>) -> tensor<2x${M}x${N}x2xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[${SH}, ${SW}]> : tensor<2xi64>, dilations = dense<[${DH}, ${DW}]> : tensor<2xi64>}
      ins(%a, %f : tensor<2x${H}x${W}x${C}xf32>, tensor<3x3x${C}x2xf32>) outs(%o : tensor<2x${M}x${N}x2xf32>) -> tensor<2x${M}x${N}x2xf32>
  return %0 : tensor<2x${M}x${N}x2xf32>
}

//! case conv-2d-nchw M N>=1
//! moves 0
//! still arg0.0 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! along arg0.1 result0*2
//! along arg0.2 arg0
//! along arg0.3 arg0
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg2.2 arg0
//! along arg2.3 arg0
//! along result0.2 arg0
//! along result0.3 arg0
//! by arg0.2 fetch
//! summed arg0.1 arg1.1 arg1.2 arg1.3
func.func @main(%a: tensor<2x3x${M+2}x${N+2}xf32>, %f: tensor<4x3x3x3xf32>, %o: tensor<2x4x${M}x${N}xf32>) -> tensor<2x4x${M}x${N}xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%a, %f : tensor<2x3x${M+2}x${N+2}xf32>, tensor<4x3x3x3xf32>) outs(%o : tensor<2x4x${M}x${N}xf32>) -> tensor<2x4x${M}x${N}xf32>
  return %0 : tensor<2x4x${M}x${N}xf32>
}

//! case conv-2d-padded M N>=1
//! moves 0
//! still arg1.3 arg2.3 result0.0 result0.3
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along arg0.3 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.1 arg0
//! along arg2.2 arg0
//! along result0.1 arg0
//! along result0.2 arg0
//! by arg0.1 fetch
//! by arg0.2 fetch
//! by arg1.1 all_reduce reduce_scatter
//! by result0.1 fetch
//! summed arg0.3 arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<1x${M}x${N}x2xf32>, %f: tensor<3x3x2x2xf32>, %o: tensor<1x${M}x${N}x2xf32>) -> tensor<1x${M}x${N}x2xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %z : f32
  } : tensor<1x${M}x${N}x2xf32> to tensor<1x${M+2}x${N+2}x2xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%p, %f : tensor<1x${M+2}x${N+2}x2xf32>, tensor<3x3x2x2xf32>) outs(%o : tensor<1x${M}x${N}x2xf32>) -> tensor<1x${M}x${N}x2xf32>
  return %0 : tensor<1x${M}x${N}x2xf32>
}

//! case conv-2d-grouped M G
//! moves 0
//! still arg0.1 arg1.0 arg1.1 arg2.1 arg2.2 result0.0 result0.1 result0.2
//! along arg0.2 result0*2
//! along arg0.3 arg0
//! along arg0.4 arg0
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg1.4 result0*2
//! along arg2.3 arg0
//! along arg2.4 arg0
//! along result0.3 arg0
//! along result0.4 arg0
//! by arg0.0 fetch
//! by arg0.3 fetch
//! summed arg0.2 arg1.2 arg1.3 arg1.4
func.func @main(%a: tensor<1x${G}x2x${M+2}x4xf32>, %f: tensor<${G}x3x2x3x3xf32>, %o: tensor<1x${G}x3x${M}x2xf32>) -> tensor<1x${G}x3x${M}x2xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw ins(%a, %f : tensor<1x${G}x2x${M+2}x4xf32>, tensor<${G}x3x2x3x3xf32>) outs(%o : tensor<1x${G}x3x${M}x2xf32>) -> tensor<1x${G}x3x${M}x2xf32>
  return %0 : tensor<1x${G}x3x${M}x2xf32>
}

//! case conv-2d-quantized M C
//! moves 0
//! still arg1.3 arg2.3 result0.0 result0.3
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along arg0.3 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg2.1 arg0
//! along arg2.2 arg0
//! along result0.1 arg0
//! along result0.2 arg0
//! by arg0.0 fetch
//! by arg0.1 fetch
//! by arg1.0 all_reduce reduce_scatter
//! summed arg0.3 arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<1x${M+2}x4x${C}xi8>, %f: tensor<3x3x${C}x2xi8>, %o: tensor<1x${M}x2x2xi32>) -> tensor<1x${M}x2x2xi32> {
  %za = arith.constant 3 : i32
  %zf = arith.constant -2 : i32
  %0 = linalg.conv_2d_nhwc_hwcf_q ins(%a, %f, %za, %zf : tensor<1x${M+2}x4x${C}xi8>, tensor<3x3x${C}x2xi8>, i32, i32) outs(%o : tensor<1x${M}x2x2xi32>) -> tensor<1x${M}x2x2xi32>
  return %0 : tensor<1x${M}x2x2xi32>
}

//! case conv-3d M C
//! moves 0
//! still arg1.4 arg2.4 result0.0 result0.4
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along arg0.3 arg0
//! along arg0.4 result0*2
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! along arg1.3 result0*2
//! along arg2.1 arg0
//! along arg2.2 arg0
//! along arg2.3 arg0
//! along result0.1 arg0
//! along result0.2 arg0
//! along result0.3 arg0
//! by arg0.0 fetch
//! by arg0.1 fetch
//! by arg0.3 fetch
//! by arg0.4 all_reduce reduce_scatter
//! by arg1.2 all_reduce reduce_scatter
//! by arg1.3 all_reduce reduce_scatter
//! summed arg0.4 arg1.0 arg1.1 arg1.2 arg1.3
func.func @main(%a: tensor<1x${M+1}x3x3x${C}xf32>, %f: tensor<2x2x2x${C}x2xf32>, %o: tensor<1x${M}x2x2x2xf32>) -> tensor<1x${M}x2x2x2xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf ins(%a, %f : tensor<1x${M+1}x3x3x${C}xf32>, tensor<2x2x2x${C}x2xf32>) outs(%o : tensor<1x${M}x2x2x2xf32>) -> tensor<1x${M}x2x2x2xf32>
  return %0 : tensor<1x${M}x2x2x2xf32>
}

//! case depthwise M C
//! moves 0
//! still arg0.3 arg1.2 arg2.3 result0.0 result0.3
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg2.1 arg0
//! along arg2.2 arg0
//! along result0.1 arg0
//! along result0.2 arg0
//! by arg0.0 fetch
//! summed arg1.0 arg1.1
func.func @main(%a: tensor<1x${M+2}x4x${C}xf32>, %f: tensor<3x3x${C}xf32>, %o: tensor<1x${M}x2x${C}xf32>) -> tensor<1x${M}x2x${C}xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %f : tensor<1x${M+2}x4x${C}xf32>, tensor<3x3x${C}xf32>) outs(%o : tensor<1x${M}x2x${C}xf32>) -> tensor<1x${M}x2x${C}xf32>
  return %0 : tensor<1x${M}x2x${C}xf32>
}

//! case filter-gradient M C
//! moves 0
//! still arg0.2 arg1.2 arg2.0 arg2.1 arg2.2 result0.0 result0.1 result0.2
//! along arg0.0 result0*2
//! along arg0.1 result0*2+arg0
//! along arg1.0 result0*2
//! along arg1.1 result0*2+arg0
//! summed arg0.0 arg1.0 arg1.1
//! undivided arg1.0
func.func @main(%a: tensor<2x${M+2}x${C}xf32>, %g: tensor<2x${M}x3xf32>, %o: tensor<3x${C}x3xf32>) -> tensor<3x${C}x3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(k, c, f, b, i) -> (b, i + k, c)>, affine_map<(k, c, f, b, i) -> (b, i, f)>, affine_map<(k, c, f, b, i) -> (k, c, f)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %g : tensor<2x${M+2}x${C}xf32>, tensor<2x${M}x3xf32>) outs(%o : tensor<3x${C}x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<3x${C}x3xf32>
  return %0 : tensor<3x${C}x3xf32>
}

//! case pooling M C
//! moves 0
//! still arg0.3 arg2.3 result0.0 result0.3
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along arg2.1 arg0
//! along arg2.2 arg0
//! along result0.1 arg0
//! along result0.2 arg0
//! by arg0.0 fetch
//! for OP T STRIDE SIZE H
//! row pooling_nhwc_max | f32 | 1 | 3 | ${M+2}
//! undivided arg1.0 arg1.1
//! row pooling_nhwc_sum | f32 | 2 | 3 | ${M*2+2}
//! undivided arg0.2 arg1.0 arg1.1
//! row pooling_nhwc_min | i32 | 2 | 2 | ${M*2}
//! undivided arg0.2
func.func @main(%a: tensor<1x${H}x4x${C}x${T}>, %w: tensor<${SIZE}x2x${T}>, %o: tensor<1x${M}x3x${C}x${T}>) -> tensor<1x${M}x3x${C}x${T}> {
  %0 = linalg.${OP} {strides = dense<[${STRIDE}, 1]> : tensor<2xi64>} ins(%a, %w : tensor<1x${H}x4x${C}x${T}>, tensor<${SIZE}x2x${T}>) outs(%o : tensor<1x${M}x3x${C}x${T}>) -> tensor<1x${M}x3x${C}x${T}>
  return %0 : tensor<1x${M}x3x${C}x${T}>
}

//! case pooling-1d M C
//! moves 0
//! still arg0.0 arg0.2 arg2.0 arg2.2 result0.0 result0.2
//! along arg0.1 arg0
//! along arg1.0 result0*2
//! along arg2.1 arg0
//! along result0.1 arg0
//! by arg0.1 fetch
//! undivided arg1.0
func.func @main(%a: tensor<2x${M+2}x${C}xf32>, %w: tensor<3xf32>, %o: tensor<2x${M}x${C}xf32>) -> tensor<2x${M}x${C}xf32> {
  %0 = linalg.pooling_nwc_max ins(%a, %w : tensor<2x${M+2}x${C}xf32>, tensor<3xf32>) outs(%o : tensor<2x${M}x${C}xf32>) -> tensor<2x${M}x${C}xf32>
  return %0 : tensor<2x${M}x${C}xf32>
}

//! case pack M N
//! moves result0
//! still arg0.1 arg1.0 result0.0 result0.1
func.func @main(%a: tensor<${M*2+1}x${N*2}xf32>, %d: tensor<${M+1}x${N}x2x2xf32>) -> tensor<${M+1}x${N}x2x2xf32> {
  %z = arith.constant 7.0 : f32
  %0 = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %d : tensor<${M*2+1}x${N*2}xf32> -> tensor<${M+1}x${N}x2x2xf32>
  return %0 : tensor<${M+1}x${N}x2x2xf32>
}

//! case unpack M N
//! moves result0
//! still arg1.1
//! by arg0.0 fetch
//! by arg1.0 fetch
//! by result0.0 fetch
func.func @main(%a: tensor<${M+1}x${N}x2x2xf32>, %d: tensor<${M*2+1}x${N*2}xf32>) -> tensor<${M*2+1}x${N*2}xf32> {
  %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %d : tensor<${M+1}x${N}x2x2xf32> -> tensor<${M*2+1}x${N*2}xf32>
  return %0 : tensor<${M*2+1}x${N*2}xf32>
}
