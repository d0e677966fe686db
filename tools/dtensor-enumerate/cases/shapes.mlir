// Ops that change the shape or pick a part.

//! case expand M N
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
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<1x${M}x1x${N}x1xf32> {
  %0 = tensor.expand_shape %a [[0, 1, 2], [3, 4]] output_shape [1, ${M}, 1, ${N}, 1] : tensor<${M}x${N}xf32> into tensor<1x${M}x1x${N}x1xf32>
  return %0 : tensor<1x${M}x1x${N}x1xf32>
}

//! case collapse M N K
func.func @main(%a: tensor<${M}x${N}x${K}xf32>) -> (tensor<${M*N}x${K}xf32>, tensor<${M}x${N*K}xf32>, tensor<${M*N*K}xf32>) {
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<${M}x${N}x${K}xf32> into tensor<${M*N}x${K}xf32>
  %1 = tensor.collapse_shape %a [[0], [1, 2]] : tensor<${M}x${N}x${K}xf32> into tensor<${M}x${N*K}xf32>
  %2 = tensor.collapse_shape %a [[0, 1, 2]] : tensor<${M}x${N}x${K}xf32> into tensor<${M*N*K}xf32>
  return %0, %1, %2 : tensor<${M*N}x${K}xf32>, tensor<${M}x${N*K}xf32>, tensor<${M*N*K}xf32>
}

//! case collapse-units M N
func.func @main(%a: tensor<1x${M}x1x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.collapse_shape %a [[0, 1], [2, 3]] : tensor<1x${M}x1x${N}xf32> into tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case collapse-expand M N
// Heads: [M, N*4] to [M, N, 4] and back, with arithmetic between.
func.func @main(%a: tensor<${M}x${N*4}xf32>) -> tensor<${M}x${N*4}xf32> {
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [${M}, ${N}, 4] : tensor<${M}x${N*4}xf32> into tensor<${M}x${N}x4xf32>
  %1 = arith.addf %0, %0 : tensor<${M}x${N}x4xf32>
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<${M}x${N}x4xf32> into tensor<${M}x${N*4}xf32>
  return %2 : tensor<${M}x${N*4}xf32>
}

//! case slice M>=4 N>=1
func.func @main(%a: tensor<${M}x${N}xf32>) -> (tensor<${M-2}x${N}xf32>, tensor<${M/2}x${N}xf32>, tensor<${N}xf32>) {
  %0 = tensor.extract_slice %a[1, 0] [${M-2}, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${M-2}x${N}xf32>
  %1 = tensor.extract_slice %a[1, 0] [${M/2}, ${N}] [2, 1] : tensor<${M}x${N}xf32> to tensor<${M/2}x${N}xf32>
  %2 = tensor.extract_slice %a[2, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${N}xf32>
  return %0, %1, %2 : tensor<${M-2}x${N}xf32>, tensor<${M/2}x${N}xf32>, tensor<${N}xf32>
}

//! case slice-full M>=1 N>=1
func.func @main(%a: tensor<${M}x1x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.extract_slice %a[0, 0, 0] [${M}, 1, ${N}] [1, 1, 1] : tensor<${M}x1x${N}xf32> to tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case dynamic-slice M>=3 N>=1
//! values 1 below 2
func.func @main(%a: tensor<${M}x${N}xf32>, %at: index) -> tensor<2x${N}xf32> {
  %0 = tensor.extract_slice %a[%at, 0] [2, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<2x${N}xf32>
  return %0 : tensor<2x${N}xf32>
}

//! case insert-slice M>=1 N>=1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M+3}x${N}xf32>, %c: tensor<${N}xf32>) -> tensor<${M+3}x${N}xf32> {
  %0 = tensor.insert_slice %a into %b[2, 0] [${M}, ${N}] [1, 1] : tensor<${M}x${N}xf32> into tensor<${M+3}x${N}xf32>
  %1 = tensor.insert_slice %c into %0[1, 0] [1, ${N}] [1, 1] : tensor<${N}xf32> into tensor<${M+3}x${N}xf32>
  return %1 : tensor<${M+3}x${N}xf32>
}

//! case insert-slice-strided M>=1 N>=1
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${M*2}x${N}xi32>) -> tensor<${M*2}x${N}xi32> {
  %0 = tensor.insert_slice %a into %b[1, 0] [${M}, ${N}] [2, 1] : tensor<${M}x${N}xi32> into tensor<${M*2}x${N}xi32>
  return %0 : tensor<${M*2}x${N}xi32>
}

//! case pad M N>=1
//! for V
//! row 0.0
//! row 7.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M+3}x${N}xf32> {
  %v = arith.constant ${V} : f32
  %0 = tensor.pad %a low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<${M}x${N}xf32> to tensor<${M+3}x${N}xf32>
  return %0 : tensor<${M+3}x${N}xf32>
}

//! case pad-then-reduce M N>=1
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
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M+1}x${N}xf32>) -> tensor<${M+M+1}x${N}xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<${M}x${N}xf32>, tensor<${M+1}x${N}xf32>) -> tensor<${M+M+1}x${N}xf32>
  return %0 : tensor<${M+M+1}x${N}xf32>
}

//! case roll M>=2 N>=1
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.extract_slice %a[1, 0] [${M-1}, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${M-1}x${N}xf32>
  %1 = tensor.extract_slice %a[0, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<1x${N}xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<${M-1}x${N}xf32>, tensor<1x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %2 : tensor<${M}x${N}xf32>
}

//! case cast M N
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.cast %a : tensor<${M}x${N}xf32> to tensor<?x${N}xf32>
  %1 = arith.negf %0 : tensor<?x${N}xf32>
  %2 = tensor.cast %1 : tensor<?x${N}xf32> to tensor<${M}x${N}xf32>
  return %2 : tensor<${M}x${N}xf32>
}

//! case dim M N
func.func @main(%a: tensor<${M}x${N}xf32>) -> (index, tensor<${M}x${N}xf32>) {
  %one = arith.constant 1 : index
  %0 = tensor.dim %a, %one : tensor<${M}x${N}xf32>
  %1 = arith.negf %a : tensor<${M}x${N}xf32>
  return %0, %1 : index, tensor<${M}x${N}xf32>
}
