// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

// Gather.

func.func @f(%a: tensor<8x4xf32>, %at: tensor<5xf32>, %e: tensor<5x4xf32>) {
  // expected-error@+1 {{required: indices that are integers; found 'tensor<5xf32>'}}
  %0 = linalg_ext.gather ins(%a, %at : tensor<8x4xf32>, tensor<5xf32>) outs(%e : tensor<5x4xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 4>} -> tensor<5x4xf32>
  return
}

// -----

func.func @f(%a: tensor<8x4xf32>, %at: tensor<5x2xi64>, %e: tensor<5x4xf32>) {
  // expected-error@+1 {{required: one of start_axes for each element of a position; found 1 for 'tensor<5x2xi64>' along axis 1}}
  %0 = linalg_ext.gather ins(%a, %at : tensor<8x4xf32>, tensor<5x2xi64>) outs(%e : tensor<5x4xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 4>} -> tensor<5x4xf32>
  return
}

// -----

func.func @f(%a: tensor<8x4xf32>, %at: tensor<5xi64>, %e: tensor<5x4xf32>) {
  // expected-error@+1 {{collapsed_axes has axis 2, but there are 2}}
  %0 = linalg_ext.gather ins(%a, %at : tensor<8x4xf32>, tensor<5xi64>) outs(%e : tensor<5x4xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 2>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 4>} -> tensor<5x4xf32>
  return
}

// -----

func.func @f(%a: tensor<8x4xf32>, %at: tensor<5xi64>, %e: tensor<5x4xf32>) {
  // expected-error@+1 {{offset_axes must be sorted}}
  %0 = linalg_ext.gather ins(%a, %at : tensor<8x4xf32>, tensor<5xi64>) outs(%e : tensor<5x4xf32>)
      {start_axes = array<i64: 0>, offset_axes = array<i64: 1, 0>, index_vector_axis = 1, slice_sizes = array<i64: 1, 4>} -> tensor<5x4xf32>
  return
}

// -----

func.func @f(%a: tensor<8x4xf32>, %at: tensor<5xi64>, %e: tensor<5x4xf32>) {
  // expected-error@+1 {{required: a slice within the 4 positions of axis 1; found size 5}}
  %0 = linalg_ext.gather ins(%a, %at : tensor<8x4xf32>, tensor<5xi64>) outs(%e : tensor<5x4xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 5>} -> tensor<5x4xf32>
  return
}

// -----

func.func @f(%a: tensor<8x4xf32>, %at: tensor<5xi64>, %e: tensor<5x4xf32>) {
  // expected-error@+1 {{required: size 1 along axis 0, which the result has not; found 2}}
  %0 = linalg_ext.gather ins(%a, %at : tensor<8x4xf32>, tensor<5xi64>) outs(%e : tensor<5x4xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 2, 4>} -> tensor<5x4xf32>
  return
}

// -----

func.func @f(%a: tensor<8x4xf32>, %at: tensor<5xi64>, %e: tensor<6x4xf32>) {
  // expected-error@+1 {{required: on axis 0 of the result the extent of axis 0 of the indices; found 'tensor<6x4xf32>' and 'tensor<5xi64>'}}
  %0 = linalg_ext.gather ins(%a, %at : tensor<8x4xf32>, tensor<5xi64>) outs(%e : tensor<6x4xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 4>} -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%a: tensor<8x4xf32>, %at: tensor<5xi64>, %e: tensor<5x3xf32>) {
  // expected-error@+1 {{required: on axis 1 of the result the size of slices along axis 1, which is 4; found 'tensor<5x3xf32>'}}
  %0 = linalg_ext.gather ins(%a, %at : tensor<8x4xf32>, tensor<5xi64>) outs(%e : tensor<5x3xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 4>} -> tensor<5x3xf32>
  return
}

// -----

func.func @f(%a: tensor<8x4xf32>, %at: tensor<5x3x1xi64>, %e: tensor<5x3xf32>) {
  // expected-error@+1 {{required: batch axes of equal extent; found axis 0 of 'tensor<5x3x1xi64>' and axis 0 of 'tensor<8x4xf32>'}}
  %0 = linalg_ext.gather ins(%a, %at : tensor<8x4xf32>, tensor<5x3x1xi64>) outs(%e : tensor<5x3xf32>)
      {start_axes = array<i64: 1>, collapsed_axes = array<i64: 1>, operand_batch_axes = array<i64: 0>, indices_batch_axes = array<i64: 0>, index_vector_axis = 2, slice_sizes = array<i64: 1, 1>} -> tensor<5x3xf32>
  return
}

// -----

// Scatter.

func.func @f(%a: tensor<8xf32>, %at: tensor<5xi64>, %u: tensor<6xf32>) {
  // expected-error@+1 {{required: on axis 0 of the updates the extent of axis 0 of the indices; found 'tensor<6xf32>' and 'tensor<5xi64>'}}
  %0 = linalg_ext.scatter ins(%at, %u : tensor<5xi64>, tensor<6xf32>) outs(%a : tensor<8xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    linalg_ext.yield %update : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %at: tensor<5xi64>, %u: tensor<5x9xf32>) {
  // expected-error@+1 {{required: windows within the 8 positions of axis 0 of the destination; found 'tensor<5x9xf32>'}}
  %0 = linalg_ext.scatter ins(%at, %u : tensor<5xi64>, tensor<5x9xf32>) outs(%a : tensor<8xf32>)
      attributes {start_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    linalg_ext.yield %update : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %at: tensor<5xi64>, %u: tensor<5xf32>, %b: tensor<9xf32>) {
  // expected-error@+1 {{required: destinations, and what is read, of one shape; found 'tensor<8xf32>' and 'tensor<9xf32>'}}
  %0 = linalg_ext.scatter ins(%at, %u : tensor<5xi64>, tensor<5xf32>) reads(%b : tensor<9xf32>) outs(%a : tensor<8xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32, %there: f32):
    linalg_ext.yield %update : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %at: tensor<5xi64>, %u: tensor<5xf32>) {
  // expected-error@+1 {{required: a body of arguments f32, f32; found f32}}
  %0 = linalg_ext.scatter ins(%at, %u : tensor<5xi64>, tensor<5xf32>) outs(%a : tensor<8xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, index_vector_axis = 1} {
  ^bb0(%update: f32):
    linalg_ext.yield %update : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %at: tensor<5xi64>, %u: tensor<5xi32>) {
  // expected-error@+1 {{required: a body of arguments f32, i32; found f32, f32}}
  %0 = linalg_ext.scatter ins(%at, %u : tensor<5xi64>, tensor<5xi32>) outs(%a : tensor<8xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    linalg_ext.yield %update : f32
  } -> tensor<8xf32>
  return
}
