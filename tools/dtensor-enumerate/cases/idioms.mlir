// What programs are made of, several ops together.

//! case attention B M N K>=1
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg2.0 arg2.2 arg3.0 result0.0 result0.1 result0.2
//! along arg0.2 B*M*N*8
//! along arg1.1 B*M*16+result0+result0
//! along arg1.2 B*M*N*8
//! along arg2.1 B*M*16+result0+result0
//! along arg3.1 B*M*16+result0+result0
//! undivided arg2.2 result0.2
//! tolerance 1e-4
//! values 3 below 2
// Keys that a mask forbids count nothing.
func.func @main(%q: tensor<${B}x${M}x${K}xf32>, %k: tensor<${B}x${N}x${K}xf32>, %v: tensor<${B}x${N}x${K}xf32>, %mask: tensor<${M}x${N}xi32>) -> tensor<${B}x${M}x${K}xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${B}x${M}x${N}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<${B}x${M}x${N}xf32>) -> tensor<${B}x${M}x${N}xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<${B}x${M}x${K}xf32>, tensor<${B}x${N}x${K}xf32>) outs(%f : tensor<${B}x${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<${B}x${M}x${N}xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (i, j)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<${B}x${M}x${N}xf32>, tensor<${M}x${N}xi32>) outs(%e : tensor<${B}x${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: i32, %o: f32):
    %c = arith.constant 0 : i32
    %low = arith.constant -1.0e4 : f32
    %p = arith.cmpi eq, %y, %c : i32
    %r = arith.select %p, %low, %x : f32
    linalg.yield %r : f32
  } -> tensor<${B}x${M}x${N}xf32>
  %w = linalg.softmax dimension(2) ins(%m : tensor<${B}x${M}x${N}xf32>) outs(%e : tensor<${B}x${M}x${N}xf32>) -> tensor<${B}x${M}x${N}xf32>
  %g = tensor.empty() : tensor<${B}x${M}x${K}xf32>
  %h = linalg.fill ins(%z : f32) outs(%g : tensor<${B}x${M}x${K}xf32>) -> tensor<${B}x${M}x${K}xf32>
  %0 = linalg.batch_matmul ins(%w, %v : tensor<${B}x${M}x${N}xf32>, tensor<${B}x${N}x${K}xf32>) outs(%h : tensor<${B}x${M}x${K}xf32>) -> tensor<${B}x${M}x${K}xf32>
  return %0 : tensor<${B}x${M}x${K}xf32>
}

//! case causal-mask M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf16>) -> tensor<${M}x${N}xf16> {
  %e = tensor.empty() : tensor<${M}x${N}xi32>
  %i = linalg_ext.iota axis = 0 outs(%e : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  %j = linalg_ext.iota axis = 1 outs(%e : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  %p = arith.cmpi sge, %i, %j : tensor<${M}x${N}xi32>
  %z = arith.constant dense<0.0> : tensor<${M}x${N}xf16>
  %0 = arith.select %p, %a, %z : tensor<${M}x${N}xi1>, tensor<${M}x${N}xf16>
  return %0 : tensor<${M}x${N}xf16>
}

//! case one-hot-matmul M N K
//! moves 0
//! still arg0.0 arg1.1 result0.0 result0.1
//! along arg1.0 result0*2
//! summed arg1.0
//! values 0 below N
func.func @main(%at: tensor<${M}xi32>, %table: tensor<${N}x${K}xf32>) -> tensor<${M}x${K}xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %hot = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<${M}xi32>) outs(%e : tensor<${M}x${N}xf32>) {
  ^bb0(%x: i32, %o: f32):
    %j = linalg.index 1 : index
    %c = arith.index_cast %j : index to i32
    %p = arith.cmpi eq, %x, %c : i32
    %r = arith.uitofp %p : i1 to f32
    linalg.yield %r : f32
  } -> tensor<${M}x${N}xf32>
  %f = tensor.empty() : tensor<${M}x${K}xf32>
  %g = linalg.fill ins(%z : f32) outs(%f : tensor<${M}x${K}xf32>) -> tensor<${M}x${K}xf32>
  %0 = linalg.matmul ins(%hot, %table : tensor<${M}x${N}xf32>, tensor<${N}x${K}xf32>) outs(%g : tensor<${M}x${K}xf32>) -> tensor<${M}x${K}xf32>
  return %0 : tensor<${M}x${K}xf32>
}

//! case rms-norm M N>=1
//! moves 0
//! still arg0.0 result0.0
//! along arg0.1 result0*2
//! along arg1.0 result0*2
//! along result0.1 result0*2
//! tolerance 1e-2
func.func @main(%a: tensor<${M}x${N}xbf16>, %g: tensor<${N}xbf16>) -> tensor<${M}x${N}xbf16> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<${M}xf32>) -> tensor<${M}xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}xbf16>) outs(%f : tensor<${M}xf32>) {
  ^bb0(%x: bf16, %o: f32):
    %w = arith.extf %x : bf16 to f32
    %p = arith.mulf %w, %w : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<${M}xf32>
  %h = tensor.empty() : tensor<${M}x${N}xbf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %s, %g : tensor<${M}x${N}xbf16>, tensor<${M}xf32>, tensor<${N}xbf16>) outs(%h : tensor<${M}x${N}xbf16>) {
  ^bb0(%x: bf16, %t: f32, %y: bf16, %o: bf16):
    %c = arith.constant ${N}.0 : f32
    %eps = arith.constant 1.0e-3 : f32
    %mean = arith.divf %t, %c : f32
    %m = arith.addf %mean, %eps : f32
    %q = math.rsqrt %m : f32
    %w = arith.extf %x : bf16 to f32
    %v = arith.extf %y : bf16 to f32
    %p = arith.mulf %w, %q : f32
    %r = arith.mulf %p, %v : f32
    %n = arith.truncf %r : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<${M}x${N}xbf16>
  return %0 : tensor<${M}x${N}xbf16>
}

//! case reflect-pad M>=3 N>=1
//! moves 0
//! still arg0.1 result0.1
//! along arg0.0 arg0*2
//! along result0.0 arg0*2
//! undivided result0.0
// Two rows of each end, backwards, around what they are of.
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M+4}x${N}xf32> {
  %first = tensor.extract_slice %a[1, 0] [2, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<2x${N}xf32>
  %last = tensor.extract_slice %a[${M-3}, 0] [2, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<2x${N}xf32>
  %e = tensor.empty() : tensor<2x${N}xf32>
  %f = linalg_ext.reverse ins(%first : tensor<2x${N}xf32>) outs(%e : tensor<2x${N}xf32>) axes = [0] -> tensor<2x${N}xf32>
  %l = linalg_ext.reverse ins(%last : tensor<2x${N}xf32>) outs(%e : tensor<2x${N}xf32>) axes = [0] -> tensor<2x${N}xf32>
  %0 = tensor.concat dim(0) %f, %a, %l : (tensor<2x${N}xf32>, tensor<${M}x${N}xf32>, tensor<2x${N}xf32>) -> tensor<${M+4}x${N}xf32>
  return %0 : tensor<${M+4}x${N}xf32>
}

//! case depth-to-space N>=1 H>=1 C>=1
//! moves 0
//! still arg0.0 result0.0
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along arg0.3 arg0
//! along result0.1 result0
//! along result0.2 result0
//! along result0.3 result0
//! undivided result0.2
// Uneven parts of rows and columns end within what becomes two of them, and
// features are the minor factor of what was one axis.
func.func @main(%a: tensor<${N}x${H}x3x${C*4}xf32>) -> tensor<${N}x${H*2}x6x${C}xf32> {
  %0 = tensor.expand_shape %a [[0], [1], [2], [3, 4, 5]] output_shape [${N}, ${H}, 3, 2, 2, ${C}] : tensor<${N}x${H}x3x${C*4}xf32> into tensor<${N}x${H}x3x2x2x${C}xf32>
  %e = tensor.empty() : tensor<${N}x${H}x2x3x2x${C}xf32>
  %1 = linalg.transpose ins(%0 : tensor<${N}x${H}x3x2x2x${C}xf32>) outs(%e : tensor<${N}x${H}x2x3x2x${C}xf32>) permutation = [0, 1, 3, 2, 4, 5]
  %2 = tensor.collapse_shape %1 [[0], [1, 2], [3, 4], [5]] : tensor<${N}x${H}x2x3x2x${C}xf32> into tensor<${N}x${H*2}x6x${C}xf32>
  return %2 : tensor<${N}x${H*2}x6x${C}xf32>
}

//! case average-pool-same N>=1 H>=1 C>=1
//! moves 0
//! still arg0.0 arg0.3 result0.0 result0.3
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along result0.1 arg0
//! along result0.2 arg0
// What is around the input counts neither as a value nor as a position.
func.func @main(%a: tensor<${N}x${H}x4x${C}xf32>) -> tensor<${N}x${H}x4x${C}xf32> {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %k = tensor.empty() : tensor<3x3xf32>
  %p = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %z : f32
  } : tensor<${N}x${H}x4x${C}xf32> to tensor<${N}x${H+2}x6x${C}xf32>
  %e = tensor.empty() : tensor<${N}x${H}x4x${C}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<${N}x${H}x4x${C}xf32>) -> tensor<${N}x${H}x4x${C}xf32>
  %s = linalg.pooling_nhwc_sum ins(%p, %k : tensor<${N}x${H+2}x6x${C}xf32>, tensor<3x3xf32>) outs(%f : tensor<${N}x${H}x4x${C}xf32>) -> tensor<${N}x${H}x4x${C}xf32>
  %o = linalg.fill ins(%one : f32) outs(%e : tensor<${N}x${H}x4x${C}xf32>) -> tensor<${N}x${H}x4x${C}xf32>
  %q = tensor.pad %o low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %z : f32
  } : tensor<${N}x${H}x4x${C}xf32> to tensor<${N}x${H+2}x6x${C}xf32>
  %c = linalg.pooling_nhwc_sum ins(%q, %k : tensor<${N}x${H+2}x6x${C}xf32>, tensor<3x3xf32>) outs(%f : tensor<${N}x${H}x4x${C}xf32>) -> tensor<${N}x${H}x4x${C}xf32>
  %0 = arith.divf %s, %c : tensor<${N}x${H}x4x${C}xf32>
  return %0 : tensor<${N}x${H}x4x${C}xf32>
}

//! case rotary M>=1 N>=1
//! moves 0
//! still arg0.0 arg1.0 result0.0
//! along arg0.1 arg0*2
//! along arg1.1 arg0*2
//! along result0.1 arg0*2
// The halves of an axis change places, one of them negated.
func.func @main(%a: tensor<${M}x${N*2}xf32>, %t: tensor<${M}x${N*2}xf32>) -> tensor<${M}x${N*2}xf32> {
  %l = tensor.extract_slice %a[0, 0] [${M}, ${N}] [1, 1] : tensor<${M}x${N*2}xf32> to tensor<${M}x${N}xf32>
  %h = tensor.extract_slice %a[0, ${N}] [${M}, ${N}] [1, 1] : tensor<${M}x${N*2}xf32> to tensor<${M}x${N}xf32>
  %n = arith.negf %h : tensor<${M}x${N}xf32>
  %r = tensor.concat dim(1) %n, %l : (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) -> tensor<${M}x${N*2}xf32>
  %x = arith.mulf %a, %t : tensor<${M}x${N*2}xf32>
  %y = arith.mulf %r, %t : tensor<${M}x${N*2}xf32>
  %0 = arith.addf %x, %y : tensor<${M}x${N*2}xf32>
  return %0 : tensor<${M}x${N*2}xf32>
}

//! case cross-entropy M N>=1
//! moves 0
//! along arg0.0 result0*2
//! along arg0.1 arg1*8
//! along arg1.0 result0*2
//! summed arg0.0 arg1.0
//! undivided arg0.1
//! tolerance 1e-4
//! values 1 below N
func.func @main(%a: tensor<${M}x${N}xf32>, %label: tensor<${M}xi32>) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<${M}xf32>
  %l = linalg.fill ins(%low : f32) outs(%e : tensor<${M}xf32>) -> tensor<${M}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<${M}xf32>) -> tensor<${M}xf32>
  %max = linalg.reduce { arith.maximumf } ins(%a : tensor<${M}x${N}xf32>) outs(%l : tensor<${M}xf32>) dimensions = [1]
  %sum, %own = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %max, %label : tensor<${M}x${N}xf32>, tensor<${M}xf32>, tensor<${M}xi32>) outs(%f, %f : tensor<${M}xf32>, tensor<${M}xf32>) {
  ^bb0(%x: f32, %m: f32, %c: i32, %s: f32, %o: f32):
    %d = arith.subf %x, %m : f32
    %p = math.exp %d : f32
    %t = arith.addf %s, %p : f32
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %is = arith.cmpi eq, %k, %c : i32
    %zero = arith.constant 0.0 : f32
    %h = arith.select %is, %d, %zero : f32
    %u = arith.addf %o, %h : f32
    linalg.yield %t, %u : f32, f32
  } -> (tensor<${M}xf32>, tensor<${M}xf32>)
  %log = math.log %sum : tensor<${M}xf32>
  %loss = arith.subf %log, %own : tensor<${M}xf32>
  %g = tensor.empty() : tensor<f32>
  %h = linalg.fill ins(%z : f32) outs(%g : tensor<f32>) -> tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%loss : tensor<${M}xf32>) outs(%h : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

//! case rows-in-a-loop M>=3 N>=1
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! along arg1.0 arg1*2
//! along arg1.1 arg1*2
//! along arg1.2 arg1*2
//! undivided arg0.0 result0.0
// One row after the other, at a position that is counted.
func.func @main(%a: tensor<${M}x${N}xf32>, %rows: tensor<3x1x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> tensor<${M}x${N}xf32> {
    %row = tensor.extract_slice %rows[%i, 0, 0] [1, 1, ${N}] [1, 1, 1] : tensor<3x1x${N}xf32> to tensor<1x${N}xf32>
    %y = linalg_ext.dynamic_update_slice ins(%row : tensor<1x${N}xf32>) at [%i, %c0] outs(%x : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
    scf.yield %y : tensor<${M}x${N}xf32>
  }
  return %0 : tensor<${M}x${N}xf32>
}

//! case fft-2d N
//! moves 0
//! still arg0.0 result0.0
//! along arg0.1 arg0*2
//! along arg0.2 arg0*2
//! along result0.1 arg0*2
//! along result0.2 arg0*2
//! undivided result0.1 result0.2
//! tolerance 1e-5
func.func @main(%a: tensor<${N}x6x5xcomplex<f32>>) -> tensor<${N}x6x5xcomplex<f32>> {
  %e = tensor.empty() : tensor<${N}x6x5xcomplex<f32>>
  %0 = linalg_ext.fft ins(%a : tensor<${N}x6x5xcomplex<f32>>) outs(%e : tensor<${N}x6x5xcomplex<f32>>) axis = 2 -> tensor<${N}x6x5xcomplex<f32>>
  %1 = linalg_ext.fft ins(%0 : tensor<${N}x6x5xcomplex<f32>>) outs(%e : tensor<${N}x6x5xcomplex<f32>>) axis = 1 -> tensor<${N}x6x5xcomplex<f32>>
  return %1 : tensor<${N}x6x5xcomplex<f32>>
}

//! case sort-then-gather M>=1 N
//! moves 0
//! still arg1.1 result0.1
//! along arg0.0 arg0*4
//! along arg1.0 result0*2
//! along result0.0 arg0*2
//! undivided arg1.0 arg1.1 result0.0 result0.1
// The order of one tensor's rows, taken from another one.
func.func @main(%keys: tensor<${M}xf32>, %a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}xf32>
  %f = tensor.empty() : tensor<${M}xi32>
  %n = linalg_ext.iota axis = 0 outs(%f : tensor<${M}xi32>) -> tensor<${M}xi32>
  %0:2 = linalg_ext.sort ins(%keys, %n : tensor<${M}xf32>, tensor<${M}xi32>) outs(%e, %f : tensor<${M}xf32>, tensor<${M}xi32>) axis = 0 {
  ^bb0(%x: f32, %y: f32, %i: i32, %j: i32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<${M}xf32>, tensor<${M}xi32>
  %at = tensor.expand_shape %0#1 [[0, 1]] output_shape [${M}, 1] : tensor<${M}xi32> into tensor<${M}x1xi32>
  %empty = tensor.empty() : tensor<${M}x${N}xf32>
  %rows = linalg_ext.gather ins(%a, %at : tensor<${M}x${N}xf32>, tensor<${M}x1xi32>) outs(%empty : tensor<${M}x${N}xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, ${N}>} -> tensor<${M}x${N}xf32>
  return %rows : tensor<${M}x${N}xf32>
}

//! case upwind-step M>=2 N>=1
//! moves 0
//! still arg0.1
//! along arg0.0 arg0*2
//! along result0.0 arg0*2
//! undivided result0.0
// A stencil whose border stays: neighbours' rows, written into the middle.
func.func @main(%a: tensor<${M}x${N}xf64>) -> tensor<${M}x${N}xf64> {
  %h = tensor.extract_slice %a[1, 0] [${M-1}, ${N}] [1, 1] : tensor<${M}x${N}xf64> to tensor<${M-1}x${N}xf64>
  %l = tensor.extract_slice %a[0, 0] [${M-1}, ${N}] [1, 1] : tensor<${M}x${N}xf64> to tensor<${M-1}x${N}xf64>
  %d = arith.subf %h, %l : tensor<${M-1}x${N}xf64>
  %n = arith.addf %h, %d : tensor<${M-1}x${N}xf64>
  %0 = tensor.insert_slice %n into %a[1, 0] [${M-1}, ${N}] [1, 1] : tensor<${M-1}x${N}xf64> into tensor<${M}x${N}xf64>
  return %0 : tensor<${M}x${N}xf64>
}

//! case grouped-norm N>=1 H>=1 C>=1
//! moves 0
//! along arg0.0 result0*2
//! along arg0.1 result0*4
//! along arg0.2 result0*2
//! along result0.0 result0*2
//! along result0.1 result0*4
//! along result0.2 result0*2
//! summed arg0.0
//! tolerance 1e-4
// Channels in groups of four, each with a maximum of its own.
func.func @main(%a: tensor<${N}x${H}x${C*4}xf32>) -> tensor<${N}x${H}x${C*4}xf32> {
  %low = arith.constant -1.0e9 : f32
  %0 = tensor.expand_shape %a [[0], [1], [2, 3]] output_shape [${N}, ${H}, ${C}, 4] : tensor<${N}x${H}x${C*4}xf32> into tensor<${N}x${H}x${C}x4xf32>
  %e = tensor.empty() : tensor<${N}x${C}xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<${N}x${C}xf32>) -> tensor<${N}x${C}xf32>
  %m = linalg.reduce { arith.maximumf } ins(%0 : tensor<${N}x${H}x${C}x4xf32>) outs(%f : tensor<${N}x${C}xf32>) dimensions = [1, 3]
  %g = tensor.empty() : tensor<${N}x${H}x${C}x4xf32>
  %b = linalg.broadcast ins(%m : tensor<${N}x${C}xf32>) outs(%g : tensor<${N}x${H}x${C}x4xf32>) dimensions = [1, 3]
  %d = arith.subf %0, %b : tensor<${N}x${H}x${C}x4xf32>
  %1 = tensor.collapse_shape %d [[0], [1], [2, 3]] : tensor<${N}x${H}x${C}x4xf32> into tensor<${N}x${H}x${C*4}xf32>
  return %1 : tensor<${N}x${H}x${C*4}xf32>
}

//! case while-any M N
//! moves 0
//! along arg0.0 64
//! along arg0.1 64
//! along result0.0 64
//! along result0.1 64
// Each turn ends where a reduction over all says so.
func.func @main(%a: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %0 = scf.while (%x = %a) : (tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
    %c = arith.constant -100 : i32
    %e = tensor.empty() : tensor<i32>
    %f = linalg.fill ins(%c : i32) outs(%e : tensor<i32>) -> tensor<i32>
    %m = linalg.reduce { arith.maxsi } ins(%x : tensor<${M}x${N}xi32>) outs(%f : tensor<i32>) dimensions = [0, 1]
    %v = tensor.extract %m[] : tensor<i32>
    %z = arith.constant 0 : i32
    %p = arith.cmpi sgt, %v, %z : i32
    scf.condition(%p) %x : tensor<${M}x${N}xi32>
  } do {
  ^bb0(%x: tensor<${M}x${N}xi32>):
    %one = arith.constant dense<1> : tensor<${M}x${N}xi32>
    %y = arith.subi %x, %one : tensor<${M}x${N}xi32>
    scf.yield %y : tensor<${M}x${N}xi32>
  }
  return %0 : tensor<${M}x${N}xi32>
}

//! case outer-scan M N
//! moves 0
//! still arg0.1 arg0.2 result0.1 result0.2
//! along arg0.0 result0*4
//! along result0.0 result0*4
//! undivided result0.0
// Cumulative maxima along the first axis; NaN stays.
//! values 0 special
func.func @main(%a: tensor<${M}x${N}x2xf32>) -> tensor<${M}x${N}x2xf32> {
  %low = arith.constant 0xFF800000 : f32
  %d = tensor.empty() : tensor<${N}x2xf32>
  %init = linalg.fill ins(%low : f32) outs(%d : tensor<${N}x2xf32>) -> tensor<${N}x2xf32>
  %e = tensor.empty() : tensor<${M}x${N}x2xf32>
  %0 = linalg_ext.scan ins(%a : tensor<${M}x${N}x2xf32>) init(%init : tensor<${N}x2xf32>) outs(%e : tensor<${M}x${N}x2xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %s = arith.maximumf %x, %y : f32
    linalg_ext.yield %s : f32
  } -> tensor<${M}x${N}x2xf32>
  return %0 : tensor<${M}x${N}x2xf32>
}
