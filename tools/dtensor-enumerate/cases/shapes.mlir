// Ops that change the shape or pick a part.

//! case expand M N
//! moves arg0
//! still arg0.1 result0.2
//! for FACTORS EXPR
//! row [${M}, 4, ${N}] | ${M}x4x${N}
//! row [4, ${M}, ${N}] | 4x${M}x${N}
//! row [2, ${M*2}, ${N}] | 2x${M*2}x${N}
//! row [${M*2}, 2, ${N}] | ${M*2}x2x${N}
func.func @main(%a: tensor<${M*4}x${N}xf32>) -> tensor<${EXPR}xf32> {
  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape ${FACTORS} : tensor<${M*4}x${N}xf32> into tensor<${EXPR}xf32>
  return %0 : tensor<${EXPR}xf32>
}

//! case expand-units M N
//! moves 0
//! still arg0.0 arg0.1 result0.1 result0.3
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<1x${M}x1x${N}x1xf32> {
  %0 = tensor.expand_shape %a [[0, 1, 2], [3, 4]] output_shape [1, ${M}, 1, ${N}, 1] : tensor<${M}x${N}xf32> into tensor<1x${M}x1x${N}x1xf32>
  return %0 : tensor<1x${M}x1x${N}x1xf32>
}

//! case collapse M N K
//! moves arg0*4
func.func @main(%a: tensor<${M}x${N}x${K}xf32>) -> (tensor<${M*N}x${K}xf32>, tensor<${M}x${N*K}xf32>, tensor<${M*N*K}xf32>) {
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<${M}x${N}x${K}xf32> into tensor<${M*N}x${K}xf32>
  %1 = tensor.collapse_shape %a [[0], [1, 2]] : tensor<${M}x${N}x${K}xf32> into tensor<${M}x${N*K}xf32>
  %2 = tensor.collapse_shape %a [[0, 1, 2]] : tensor<${M}x${N}x${K}xf32> into tensor<${M*N*K}xf32>
  return %0, %1, %2 : tensor<${M*N}x${K}xf32>, tensor<${M}x${N*K}xf32>, tensor<${M*N*K}xf32>
}

//! case collapse-units M N
//! moves 0
//! still arg0.1 arg0.3 result0.0 result0.1
func.func @main(%a: tensor<1x${M}x1x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.collapse_shape %a [[0, 1], [2, 3]] : tensor<1x${M}x1x${N}xf32> into tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case collapse-expand M N
//! moves arg0*2
//! still arg0.0 result0.0
// Heads: [M, N*4] to [M, N, 4] and back, with arithmetic between.
func.func @main(%a: tensor<${M}x${N*4}xf32>) -> tensor<${M}x${N*4}xf32> {
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [${M}, ${N}, 4] : tensor<${M}x${N*4}xf32> into tensor<${M}x${N}x4xf32>
  %1 = arith.addf %0, %0 : tensor<${M}x${N}x4xf32>
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<${M}x${N}x4xf32> into tensor<${M}x${N*4}xf32>
  return %2 : tensor<${M}x${N*4}xf32>
}

//! case expand-thirds M
//! moves result0+result1+result2
// Rows of 3 and columns of 5, which no mesh cuts evenly.
func.func @main(%a: tensor<${M*15}xi32>) -> (tensor<${M}x15xi32>, tensor<3x${M*5}xi32>, tensor<${M}x3x5xi32>) {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [${M}, 15] : tensor<${M*15}xi32> into tensor<${M}x15xi32>
  %1 = tensor.expand_shape %a [[0, 1]] output_shape [3, ${M*5}] : tensor<${M*15}xi32> into tensor<3x${M*5}xi32>
  %2 = tensor.expand_shape %a [[0, 1, 2]] output_shape [${M}, 3, 5] : tensor<${M*15}xi32> into tensor<${M}x3x5xi32>
  return %0, %1, %2 : tensor<${M}x15xi32>, tensor<3x${M*5}xi32>, tensor<${M}x3x5xi32>
}

//! case collapse-thirds M N
//! moves result0+result1
func.func @main(%a: tensor<${M}x3x${N}xf64>) -> (tensor<${M*3}x${N}xf64>, tensor<${M*3*N}xf64>) {
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<${M}x3x${N}xf64> into tensor<${M*3}x${N}xf64>
  %1 = tensor.collapse_shape %a [[0, 1, 2]] : tensor<${M}x3x${N}xf64> into tensor<${M*3*N}xf64>
  return %0, %1 : tensor<${M*3}x${N}xf64>, tensor<${M*3*N}xf64>
}

//! case reshape M N
//! moves arg0
//! for SHAPE RANK EXPR
//! row dense<${M*N*6}> | 1 | ${M*N*6}
//! row dense<[${M}, 6, ${N}]> | 3 | ${M}x6x${N}
//! row dense<[${N*3}, ${M*2}]> | 2 | ${N*3}x${M*2}
//! row dense<[${M}, 2, ${N}, 3]> | 4 | ${M}x2x${N}x3
func.func @main(%a: tensor<${M*2}x${N*3}xf32>) -> tensor<${EXPR}xf32> {
  %shape = arith.constant ${SHAPE} : tensor<${RANK}xindex>
  %0 = tensor.reshape %a(%shape) : (tensor<${M*2}x${N*3}xf32>, tensor<${RANK}xindex>) -> tensor<${EXPR}xf32>
  return %0 : tensor<${EXPR}xf32>
}

//! case reshape-of-partial M N K
//! moves result0*3
//! still arg1.1 result0.2
// A pending sum is reshaped as it is.
func.func @main(%a: tensor<${M*3}x${K}xi32>, %b: tensor<${K}x${N}xi32>) -> tensor<${M}x3x${N}xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<${M*3}x${N}xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<${M*3}x${N}xi32>) -> tensor<${M*3}x${N}xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<${M*3}x${K}xi32>, tensor<${K}x${N}xi32>) outs(%i : tensor<${M*3}x${N}xi32>) -> tensor<${M*3}x${N}xi32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [${M}, 3, ${N}] : tensor<${M*3}x${N}xi32> into tensor<${M}x3x${N}xi32>
  return %1 : tensor<${M}x3x${N}xi32>
}

//! case reshape-in-loop M N
//! moves arg0*4
//! still arg0.1 result0.1
func.func @main(%a: tensor<${M*3}x${N}xf32>) -> tensor<${M*3}x${N}xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %0 = scf.for %i = %zero to %two step %one iter_args(%x = %a) -> (tensor<${M*3}x${N}xf32>) {
    %1 = tensor.expand_shape %x [[0, 1], [2]] output_shape [${M}, 3, ${N}] : tensor<${M*3}x${N}xf32> into tensor<${M}x3x${N}xf32>
    %2 = arith.addf %1, %1 : tensor<${M}x3x${N}xf32>
    %3 = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<${M}x3x${N}xf32> into tensor<${M*3}x${N}xf32>
    scf.yield %3 : tensor<${M*3}x${N}xf32>
  }
  return %0 : tensor<${M*3}x${N}xf32>
}

//! case slice M>=4 N>=1
//! moves result0+result1+result2
//! still arg0.1 result0.1 result1.1 result2.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> (tensor<${M-2}x${N}xf32>, tensor<${M/2}x${N}xf32>, tensor<${N}xf32>) {
  %0 = tensor.extract_slice %a[1, 0] [${M-2}, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${M-2}x${N}xf32>
  %1 = tensor.extract_slice %a[1, 0] [${M/2}, ${N}] [2, 1] : tensor<${M}x${N}xf32> to tensor<${M/2}x${N}xf32>
  %2 = tensor.extract_slice %a[2, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${N}xf32>
  return %0, %1, %2 : tensor<${M-2}x${N}xf32>, tensor<${M/2}x${N}xf32>, tensor<${N}xf32>
}

//! case slice-full M>=1 N>=1
//! moves result0
//! still arg0.0 arg0.2 result0.0 result0.1
func.func @main(%a: tensor<${M}x1x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.extract_slice %a[0, 0, 0] [${M}, 1, ${N}] [1, 1, 1] : tensor<${M}x1x${N}xf32> to tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case dynamic-slice M>=3 N>=1
//! moves result0
//! still arg0.1 result0.0 result0.1
//! undivided result0.0
//! values 1 below 2
func.func @main(%a: tensor<${M}x${N}xf32>, %at: index) -> tensor<2x${N}xf32> {
  %0 = tensor.extract_slice %a[%at, 0] [2, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<2x${N}xf32>
  return %0 : tensor<2x${N}xf32>
}

//! case insert-slice M>=1 N>=1
//! moves arg0+arg2
//! still arg0.1 arg1.1 arg2.0 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M+3}x${N}xf32>, %c: tensor<${N}xf32>) -> tensor<${M+3}x${N}xf32> {
  %0 = tensor.insert_slice %a into %b[2, 0] [${M}, ${N}] [1, 1] : tensor<${M}x${N}xf32> into tensor<${M+3}x${N}xf32>
  %1 = tensor.insert_slice %c into %0[1, 0] [1, ${N}] [1, 1] : tensor<${N}xf32> into tensor<${M+3}x${N}xf32>
  return %1 : tensor<${M+3}x${N}xf32>
}

//! case insert-slice-strided M>=1 N>=1
//! moves arg0
//! still arg0.1 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${M*2}x${N}xi32>) -> tensor<${M*2}x${N}xi32> {
  %0 = tensor.insert_slice %a into %b[1, 0] [${M}, ${N}] [2, 1] : tensor<${M}x${N}xi32> into tensor<${M*2}x${N}xi32>
  return %0 : tensor<${M*2}x${N}xi32>
}

//! case pad M N>=1
//! moves arg0+result0+result0
//! still arg0.1 result0.0 result0.1
//! for V
//! row 0.0
//! row 7.0
//! undivided result0.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M+3}x${N}xf32> {
  %v = arith.constant ${V} : f32
  %0 = tensor.pad %a low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<${M}x${N}xf32> to tensor<${M+3}x${N}xf32>
  return %0 : tensor<${M+3}x${N}xf32>
}

//! case pad-then-reduce M N>=1
//! moves arg0+result0+result0
//! still arg0.1 arg1.0 result0.0
func.func @main(%a: tensor<${M}x${N}xf32>, %init: tensor<${N}xf32>) -> tensor<${N}xf32> {
  %v = arith.constant 7.0 : f32
  %0 = tensor.pad %a low[0, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<${M}x${N}xf32> to tensor<${M+2}x${N}xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<${M+2}x${N}xf32>) outs(%init : tensor<${N}xf32>) dimensions = [0]
  return %1 : tensor<${N}xf32>
}

//! case concat M N
//! moves result0
//! still arg0.1 arg1.1 result0.0 result0.1
//! undivided result0.0
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M+1}x${N}xf32>) -> tensor<${M+M+1}x${N}xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<${M}x${N}xf32>, tensor<${M+1}x${N}xf32>) -> tensor<${M+M+1}x${N}xf32>
  return %0 : tensor<${M+M+1}x${N}xf32>
}

//! case roll M>=2 N>=1
//! moves arg0
//! still arg0.1 result0.1
//! undivided result0.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.extract_slice %a[1, 0] [${M-1}, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${M-1}x${N}xf32>
  %1 = tensor.extract_slice %a[0, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<1x${N}xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<${M-1}x${N}xf32>, tensor<1x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %2 : tensor<${M}x${N}xf32>
}

//! case cast M N
//! moves arg0*2
//! still arg0.1 result0.0 result0.1
//! gathers an axis of dynamic extent is not sharded
//! undivided arg0.0 result0.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.cast %a : tensor<${M}x${N}xf32> to tensor<?x${N}xf32>
  %1 = arith.negf %0 : tensor<?x${N}xf32>
  %2 = tensor.cast %1 : tensor<?x${N}xf32> to tensor<${M}x${N}xf32>
  return %2 : tensor<${M}x${N}xf32>
}

//! case dim M N
//! moves 0
//! still arg0.0 arg0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> (index, tensor<${M}x${N}xf32>) {
  %one = arith.constant 1 : index
  %0 = tensor.dim %a, %one : tensor<${M}x${N}xf32>
  %1 = arith.negf %a : tensor<${M}x${N}xf32>
  return %0, %1 : index, tensor<${M}x${N}xf32>
}

//! case rank M N
//! moves 0
//! still arg0.0 arg0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> (index, tensor<${M}x${N}xf32>) {
  %0 = tensor.rank %a : tensor<${M}x${N}xf32>
  %1 = arith.negf %a : tensor<${M}x${N}xf32>
  return %0, %1 : index, tensor<${M}x${N}xf32>
}

//! case reshape M N
//! moves arg0*2
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${N}x${M}xf32> {
  %shape = arith.constant dense<[${N}, ${M}]> : tensor<2xindex>
  %0 = tensor.reshape %a(%shape) : (tensor<${M}x${N}xf32>, tensor<2xindex>) -> tensor<${N}x${M}xf32>
  return %0 : tensor<${N}x${M}xf32>
}
