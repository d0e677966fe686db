// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<4xf32>, %d: tensor<4xi32>) {
  // expected-error@+1 {{required: a destination of elements of type 'f32'; found 'tensor<4xi32>'}}
  linalg_ext.sort ins(%a : tensor<4xf32>) outs(%d : tensor<4xi32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4x3xf32>, %d: tensor<4x2xf32>) {
  // expected-error@+1 {{required: destinations like the operands but for axis 0; found 'tensor<4x3xf32>' and 'tensor<4x2xf32>'}}
  linalg_ext.sort ins(%a : tensor<4x3xf32>) outs(%d : tensor<4x2xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %d: tensor<4xf32>) {
  // expected-error@+1 {{names axis 1, but its operands have 1}}
  linalg_ext.sort ins(%a : tensor<4xf32>) outs(%d : tensor<4xf32>) axis = 1 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %d: tensor<4xf32>) {
  // expected-error@+1 {{required: a body of arguments f32, f32; found f32}}
  linalg_ext.sort ins(%a : tensor<4xf32>) outs(%d : tensor<4xf32>) axis = 0 {
  ^bb0(%x: f32):
    %p = arith.cmpf olt, %x, %x : f32
    linalg_ext.yield %p : i1
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %d: tensor<4xf32>) {
  // expected-error@+1 {{required: a body that yields i1}}
  linalg_ext.sort ins(%a : tensor<4xf32>) outs(%d : tensor<4xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    linalg_ext.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x3xf32>, %d: tensor<4xf32>) {
  // expected-error@+1 {{required: the shape of 'tensor<4x3xf32>' without the axes that are combined; found 'tensor<4xf32>'}}
  linalg_ext.reduce ins(%a : tensor<4x3xf32>) outs(%d : tensor<4xf32>) dimensions = [0] {
  ^bb0(%x: f32, %y: f32):
    linalg_ext.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x3xf32>, %d: tensor<f32>) {
  // expected-error@+1 {{names axis 0 twice}}
  linalg_ext.reduce ins(%a : tensor<4x3xf32>) outs(%d : tensor<f32>) dimensions = [0, 0] {
  ^bb0(%x: f32, %y: f32):
    linalg_ext.yield %x : f32
  } -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<3xf32>, %d: tensor<f32>) {
  // expected-error@+1 {{required: tensors of one shape; found 'tensor<4xf32>' and 'tensor<3xf32>'}}
  linalg_ext.reduce ins(%a, %b : tensor<4xf32>, tensor<3xf32>) outs(%d, %d : tensor<f32>, tensor<f32>) dimensions = [0] {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32):
    linalg_ext.yield %x, %y : f32, f32
  } -> tensor<f32>, tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4x3xf32>, %i: tensor<3xf32>, %d: tensor<4x3xf32>) {
  // expected-error@+1 {{required: the shape of 'tensor<4x3xf32>' without the axes that are combined; found 'tensor<3xf32>'}}
  linalg_ext.scan ins(%a : tensor<4x3xf32>) init(%i : tensor<3xf32>) outs(%d : tensor<4x3xf32>) axis = 1 {
  ^bb0(%x: f32, %y: f32):
    linalg_ext.yield %x : f32
  } -> tensor<4x3xf32>
  return
}

// -----

func.func @scan_exclusive_from_first(%a: tensor<4xf32>, %d: tensor<4xf32>) {
  // expected-error@+1 {{'linalg_ext.scan' op is exclusive; required: an initial value, which stands at the first position}}
  linalg_ext.scan ins(%a : tensor<4xf32>) outs(%d : tensor<4xf32>) axis = 0 exclusive {
  ^bb0(%x: f32, %y: f32):
    linalg_ext.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @scan_exclusive_if(%a: tensor<4xf32>, %i: tensor<f32>, %d: tensor<4xf32>, %c: i1) {
  // expected-error@+1 {{'linalg_ext.scan' op is exclusive; required: an initial value, which stands at the first position}}
  linalg_ext.scan ins(%a : tensor<4xf32>) init(%i : tensor<f32>) if %c outs(%d : tensor<4xf32>) axis = 0 exclusive {
  ^bb0(%x: f32, %y: f32):
    linalg_ext.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @scan_without_init_if(%a: tensor<4xf32>, %d: tensor<4xf32>, %c: i1) {
  // expected-error@+1 {{'linalg_ext.scan' op required: initial values for the case of 'if'}}
  "linalg_ext.scan"(%a, %d, %c) <{axis = 0 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> ({
  ^bb0(%x: f32, %y: f32):
    linalg_ext.yield %x : f32
  }) : (tensor<4xf32>, tensor<4xf32>, i1) -> tensor<4xf32>
  return
}
