// Transforms and factorisations of linalg_ext.

//! case fft M N
//! moves arg0+result0
//! still result0.0 result0.1
//! gathers no other axis has positions enough to move the sharding to
//! for AXIS FLAGS
//! row 0 |
//! undivided arg0.0 result0.0
//! row 1 | inverse
//! undivided result0.1
//! still arg0.0
//! tolerance 1e-5
func.func @main(%a: tensor<${M}x${N}xcomplex<f32>>) -> tensor<${M}x${N}xcomplex<f32>> {
  %e = tensor.empty() : tensor<${M}x${N}xcomplex<f32>>
  %0 = linalg_ext.fft ins(%a : tensor<${M}x${N}xcomplex<f32>>) outs(%e : tensor<${M}x${N}xcomplex<f32>>) axis = ${AXIS} ${FLAGS} -> tensor<${M}x${N}xcomplex<f32>>
  return %0 : tensor<${M}x${N}xcomplex<f32>>
}

//! case rfft M N
//! moves arg0+arg1+result0+result1
//! still arg0.0 arg1.1 result0.0 result0.1 result1.0 result1.1
//! gathers no other axis has positions enough to move the sharding to
//! undivided arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1 result1.0 result1.1
//! tolerance 1e-12
func.func @main(%a: tensor<${M}x12xf64>, %b: tensor<7x${N}xf64>) -> (tensor<${M}x7xcomplex<f64>>, tensor<4x${N}xcomplex<f64>>) {
  %e = tensor.empty() : tensor<${M}x7xcomplex<f64>>
  %0 = linalg_ext.fft ins(%a : tensor<${M}x12xf64>) outs(%e : tensor<${M}x7xcomplex<f64>>) axis = 1 -> tensor<${M}x7xcomplex<f64>>
  %f = tensor.empty() : tensor<4x${N}xcomplex<f64>>
  %1 = linalg_ext.fft ins(%b : tensor<7x${N}xf64>) outs(%f : tensor<4x${N}xcomplex<f64>>) axis = 0 -> tensor<4x${N}xcomplex<f64>>
  return %0, %1 : tensor<${M}x7xcomplex<f64>>, tensor<4x${N}xcomplex<f64>>
}

//! case irfft M
//! moves arg0+result0
//! still arg0.0 result0.0 result0.1
//! gathers no other axis has positions enough to move the sharding to
//! undivided result0.1
//! for N HALF
//! row 9 | 5
//! undivided arg0.1
//! row 6 | 4
//! tolerance 1e-5
func.func @main(%a: tensor<${M}x${HALF}xcomplex<f32>>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg_ext.fft ins(%a : tensor<${M}x${HALF}xcomplex<f32>>) outs(%e : tensor<${M}x${N}xf32>) axis = 1 inverse -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case fft-1d M
//! moves arg0
//! still result0.0
//! gathers there is no other axis to transpose to
//! undivided arg0.0 result0.0
//! tolerance 1e-5
func.func @main(%a: tensor<${M}xcomplex<f64>>) -> tensor<${M}xcomplex<f64>> {
  %e = tensor.empty() : tensor<${M}xcomplex<f64>>
  %0 = linalg_ext.fft ins(%a : tensor<${M}xcomplex<f64>>) outs(%e : tensor<${M}xcomplex<f64>>) axis = 0 -> tensor<${M}xcomplex<f64>>
  return %0 : tensor<${M}xcomplex<f64>>
}

//! case cholesky M N
//! moves arg0
//! still arg0.0 result0.0 result0.1 result0.2
//! gathers matrices are factorised whole
//! undivided result0.1 result0.2
// Of a * adjoint(a) and something on the diagonal.
//! whole result0.1 result0.2
//! for FLAGS
//! row lower
//! undivided arg0.2
//! row
func.func @main(%a: tensor<${M}x${N}x${N}xf64>) -> tensor<${M}x${N}x${N}xf64> {
  %e = tensor.empty() : tensor<${M}x${N}x${N}xf64>
  %d = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<${M}x${N}x${N}xf64>) outs(%e : tensor<${M}x${N}x${N}xf64>) {
  ^bb0(%x: f64, %o: f64):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %p = arith.cmpi eq, %i, %j : index
    %c = arith.constant 40.0 : f64
    %s = arith.addf %x, %c : f64
    %r = arith.select %p, %s, %x : f64
    linalg.yield %r : f64
  } -> tensor<${M}x${N}x${N}xf64>
  %0 = linalg_ext.cholesky ins(%d : tensor<${M}x${N}x${N}xf64>) outs(%e : tensor<${M}x${N}x${N}xf64>) ${FLAGS} -> tensor<${M}x${N}x${N}xf64>
  return %0 : tensor<${M}x${N}x${N}xf64>
}

//! case triangular-solve M N
//! moves arg0+arg1
//! still arg0.0 arg1.0 result0.0 result0.1 result0.2
//! gathers matrices are factorised whole
//! undivided result0.1 result0.2
//! for RIGHT SHAPE FLAGS
//! row | 3x${N} | lower
//! undivided arg1.2
//! row right | ${N}x3 | lower transpose
//! undivided arg1.1
//! still arg1.1
//! row | 3x${N} | unit_diagonal adjoint
//! undivided arg1.2
//! row right | ${N}x3 |
//! undivided arg1.1
func.func @main(%a: tensor<${M}x3x3xf64>, %b: tensor<${M}x${SHAPE}xf64>) -> tensor<${M}x${SHAPE}xf64> {
  %e = tensor.empty() : tensor<${M}x${SHAPE}xf64>
  %f = tensor.empty() : tensor<${M}x3x3xf64>
  %d = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<${M}x3x3xf64>) outs(%f : tensor<${M}x3x3xf64>) {
  ^bb0(%x: f64, %o: f64):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %p = arith.cmpi eq, %i, %j : index
    %c = arith.constant 8.0 : f64
    %s = arith.addf %x, %c : f64
    %r = arith.select %p, %s, %x : f64
    linalg.yield %r : f64
  } -> tensor<${M}x3x3xf64>
  %0 = linalg_ext.triangular_solve ins(%d, %b : tensor<${M}x3x3xf64>, tensor<${M}x${SHAPE}xf64>) outs(%e : tensor<${M}x${SHAPE}xf64>) ${RIGHT} ${FLAGS} -> tensor<${M}x${SHAPE}xf64>
  return %0 : tensor<${M}x${SHAPE}xf64>
}

//! case lapack-getrf M N
//! exempt linalg_ext.custom_call the reference interpreter has no functions of the user: see unit/API/Compiler
//! values 0 unit
//! moves arg0
//! still arg0.0 result0.0 result0.1 result0.2 result1.0 result1.1 result2.0
//! gathers matrices are factorised whole
//! undivided result0.1 result0.2 result1.1
//! for T
//! row f32
//! row complex<f64>
func.func @main(%a: tensor<${M}x${N}x${N}x${T}>) -> (tensor<${M}x${N}x${N}x${T}>, tensor<${M}x${N}xi32>, tensor<${M}xi32>) {
  %e = tensor.empty() : tensor<${M}x${N}x${N}x${T}>
  %p = tensor.empty() : tensor<${M}x${N}xi32>
  %i = tensor.empty() : tensor<${M}xi32>
  %0:3 = linalg_ext.lapack "getrf" ins(%a : tensor<${M}x${N}x${N}x${T}>) outs(%e, %p, %i : tensor<${M}x${N}x${N}x${T}>, tensor<${M}x${N}xi32>, tensor<${M}xi32>) batch = 1
      -> tensor<${M}x${N}x${N}x${T}>, tensor<${M}x${N}xi32>, tensor<${M}xi32>
  return %0#0, %0#1, %0#2 : tensor<${M}x${N}x${N}x${T}>, tensor<${M}x${N}xi32>, tensor<${M}xi32>
}

//! case lapack-qr M N
//! moves M*144+arg0
//! still arg0.0 result0.0 result0.1 result0.2 result1.0
//! gathers matrices are factorised whole
//! undivided arg0.1 result0.1 result0.2
//! whole arg0.1 result0.1
func.func @main(%a: tensor<${M}x${N}x3xf64>) -> (tensor<${M}x${N}x3xf64>, tensor<${M}xf64>) {
  %e = tensor.empty() : tensor<${M}x3x3xf64>
  %c = tensor.empty() : tensor<${M}x${N}x3xf64>
  %s = tensor.empty() : tensor<${M}x3xf64>
  %x = arith.constant 1.0 : f64
  // Of rank 3 for any N: the factors of a singular matrix are those of its
  // rounding errors.
  %d = arith.constant dense<[[16.0, 0.0, 0.0], [0.0, 32.0, 0.0], [0.0, 0.0, 48.0]]> : tensor<3x3xf64>
  %g = linalg.broadcast ins(%d : tensor<3x3xf64>) outs(%e : tensor<${M}x3x3xf64>) dimensions = [0]
  %h = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, k, i)>, affine_map<(b, i, j, k) -> (b, k, j)>, affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%a, %a : tensor<${M}x${N}x3xf64>, tensor<${M}x${N}x3xf64>) outs(%g : tensor<${M}x3x3xf64>) -> tensor<${M}x3x3xf64>
  %0:2 = linalg_ext.lapack "geqrf" ins(%h : tensor<${M}x3x3xf64>) outs(%e, %s : tensor<${M}x3x3xf64>, tensor<${M}x3xf64>) batch = 1 -> tensor<${M}x3x3xf64>, tensor<${M}x3xf64>
  %1 = linalg_ext.lapack "ormqr" ins(%0#0, %0#1, %a : tensor<${M}x3x3xf64>, tensor<${M}x3xf64>, tensor<${M}x${N}x3xf64>) outs(%c : tensor<${M}x${N}x3xf64>) batch = 1 options = [82, 78] -> tensor<${M}x${N}x3xf64>
  %t = tensor.empty() : tensor<${M}xf64>
  %f = linalg.fill ins(%x : f64) outs(%t : tensor<${M}xf64>) -> tensor<${M}xf64>
  %r = linalg.reduce ins(%0#1 : tensor<${M}x3xf64>) outs(%f : tensor<${M}xf64>) dimensions = [1]
    (%u: f64, %v: f64) {
      %w = arith.addf %u, %v : f64
      linalg.yield %w : f64
    }
  return %1, %r : tensor<${M}x${N}x3xf64>, tensor<${M}xf64>
}
