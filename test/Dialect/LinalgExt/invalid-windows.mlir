// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<8xf32>, %d: tensor<4xf32>) {
  // expected-error@+1 {{has 6 windows on axis 0, but 4 positions for them}}
  linalg_ext.reduce_window ins(%a : tensor<8xf32>) outs(%d : tensor<4xf32>) window = [3] {
  ^bb0(%x: f32, %y: f32):
    linalg_ext.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error@+1 {{has 2 numbers of a window for 1 axes}}
  linalg_ext.reduce_window ins(%a : tensor<8xf32>) outs(%d : tensor<8xf32>) window = [1, 1] {
  ^bb0(%x: f32, %y: f32):
    linalg_ext.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error@+1 {{required: windows, strides and dilations of at least 1; found 0}}
  linalg_ext.reduce_window ins(%a : tensor<8xf32>) outs(%d : tensor<8xf32>) window = [1] strides = [0] {
  ^bb0(%x: f32, %y: f32):
    linalg_ext.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<4xf32>, %d: tensor<7xf32>) {
  // expected-error@+1 {{required: a destination of the operand's shape and the source's elements}}
  linalg_ext.select_and_scatter ins(%a, %b : tensor<8xf32>, tensor<4xf32>) outs(%d : tensor<7xf32>) window = [2] strides = [2] select {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf oge, %x, %y : f32
    linalg_ext.yield %p : i1
  } scatter {
  ^bb0(%x: f32, %y: f32):
    linalg_ext.yield %x : f32
  } -> tensor<7xf32>
  return
}
