// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<4x8xf32>, %s: tensor<8xf32>) {
  // expected-error@+1 {{requires a second output like the input 'tensor<4x8xf32>' without dimension 1, found 'tensor<8xf32>'}}
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%a : tensor<4x8xf32>) outs(%a, %s : tensor<4x8xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<4x8xf32>, tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %s: tensor<4xf32>) {
  // expected-error@+1 {{requires 2 outputs, found 1}}
  %0 = tm_tensor.scan dimension(1) inclusive(true) ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%u: tensor<3x9xf32>, %i: tensor<3x1xi32>, %a: tensor<6x4xf32>) {
  // expected-error@+1 {{requires slices within 'tensor<6x4xf32>', found 'tensor<3x9xf32>'}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<3x9xf32>, tensor<3x1xi32>) outs(%a : tensor<6x4xf32>) {
  ^bb0(%new: f32, %old: f32):
    tm_tensor.yield %new : f32
  } -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%u: tensor<3x4xf32>, %i: tensor<3x1xi32>, %a: tensor<6x4xf32>) {
  // expected-error@+1 {{requires as many different dimensions of 'tensor<6x4xf32>' as positions have elements, found dimension_map 2 for 'tensor<3x1xi32>'}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 2>} unique_indices(false) ins(%u, %i : tensor<3x4xf32>, tensor<3x1xi32>) outs(%a : tensor<6x4xf32>) {
  ^bb0(%new: f32, %old: f32):
    tm_tensor.yield %new : f32
  } -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi32>, %a: tensor<6x4xf32>) {
  // expected-error@+1 {{requires that positions and slices cover the axes of 'tensor<6x4xf32>', found 'tensor<3x1xi32>' and 'tensor<3xf32>'}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<3xf32>, tensor<3x1xi32>) outs(%a : tensor<6x4xf32>) {
  ^bb0(%new: f32, %old: f32):
    tm_tensor.yield %new : f32
  } -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{requires a dimension of 'tensor<4x8xf32>', found 2}}
  %0 = tm_tensor.sort dimension(2) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.cmpf oge, %x, %y : f32
    tm_tensor.yield %1 : i1
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{requires a body that yields 'i1', found 'f32'}}
  %0 = tm_tensor.sort dimension(1) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<2x10xf32>, %v: tensor<2x3xf32>, %i: tensor<2x4xi32>) {
  // expected-error@+1 {{requires i32 positions of the shape of 'tensor<2x3xf32>', found 'tensor<2x4xi32>'}}
  %0:2 = tm_tensor.topk dimension(1) ins(%a : tensor<2x10xf32>) outs(%v, %i : tensor<2x3xf32>, tensor<2x4xi32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.cmpf ogt, %x, %y : f32
    tm_tensor.yield %1 : i1
  } -> tensor<2x3xf32>, tensor<2x4xi32>
  return
}

// -----

func.func @f(%q: tensor<3x4x8xf32>, %k: tensor<3x6x7xf32>, %v: tensor<3x6x5xf32>, %o: tensor<3x4x5xf32>) {
  // expected-error@+1 {{requires a key of shape [3, 6, 8], found 'tensor<3x6x7xf32>'}}
  %0 = tm_tensor.attention ins(%q, %k, %v : tensor<3x4x8xf32>, tensor<3x6x7xf32>, tensor<3x6x5xf32>) outs(%o : tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  return
}

// -----

// expected-error@+1 {{type '!torch.vtensor' is of torch-mlir's own dialect, which is not lowered yet; export the program with output_type="linalg-on-tensors"}}
func.func @f(%a: !torch.vtensor<[4,8],f32>) {
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'torch.constant.none' is of torch-mlir's own dialect}}
  %none = torch.constant.none
  return
}
