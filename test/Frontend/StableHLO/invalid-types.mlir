// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

// Of each op that no other test rejects, operands or results that do not fit.

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.cbrt' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.cbrt"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.cosine' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.cosine"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.ceil' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.ceil"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.exponential' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.exponential"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.exponential_minus_one' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.exponential_minus_one"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.floor' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.floor"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.imag' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.imag"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.is_finite' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.is_finite"(%a) : (tensor<2xi32>) -> (tensor<2xi1>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.log' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.log"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.log_plus_one' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.log_plus_one"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.logistic' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.logistic"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.round_nearest_afz' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.round_nearest_afz"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.round_nearest_even' op operand #0 must be ranked tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.round_nearest_even"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.rsqrt' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.rsqrt"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.sine' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.sine"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.sqrt' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.sqrt"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.tan' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.tan"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.tanh' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.tanh"(%a) : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.count_leading_zeros' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.count_leading_zeros"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.popcnt' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.popcnt"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.and' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.and"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.or' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.or"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.xor' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.xor"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.shift_left' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.shift_left"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.shift_right_arithmetic' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.shift_right_arithmetic"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.shift_right_logical' op operand #0 must be ranked tensor of integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.shift_right_logical"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.atan2' op operand #0 must be ranked tensor of floating-point or complex number values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.atan2"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.maximum' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.maximum"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.minimum' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.minimum"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.power' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.power"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.remainder' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.remainder"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.subtract' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.subtract"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.abs"(%a) : (tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sign' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.sign"(%a) : (tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.convert' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.convert"(%a) : (tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.after_all' op operand #0 must be variadic of token, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.after_all"(%a) : (tensor<2xf32>) -> (!stablehlo.token)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.create_token' op requires zero operands}}
  %0 = "stablehlo.create_token"(%a) : (tensor<2xf32>) -> (!stablehlo.token)
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op feature_index requires axes of a tensor of rank 2, found 2}}
  %0 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) <{epsilon = 0.1 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op feature_index requires axes of a tensor of rank 2, found 2}}
  %0:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) <{epsilon = 0.1 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires a result of shape 2, found 3}}
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.infeed' op operand #0 must be token, but got 'tensor<2xf32>'}}
  %0:2 = "stablehlo.infeed"(%a) : (tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.outfeed' op operand #1 must be token, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.outfeed"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (!stablehlo.token)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.recv' op operand #0 must be token, but got 'tensor<2xf32>'}}
  %0:2 = "stablehlo.recv"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 3>}> : (tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.send' op operand #1 must be token, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.send"(%a, %b) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 2>}> : (tensor<2xf32>, tensor<2xf32>) -> (!stablehlo.token)
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op scatter_dimension requires axes of a tensor of rank 1, found 1}}
  %0 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.async_done' op is asynchronous, which is not supported; export the program with plain collectives}}
  %0 = "stablehlo.async_done"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op is asynchronous, which is not supported; export the program with plain collectives}}
  %0 = "stablehlo.async_start"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %s: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op is of dynamic shapes, which are not supported; export the program with static shapes}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op is of dynamic shapes, which are not supported; export the program with static shapes}}
  %0 = "stablehlo.dynamic_conv"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op is of dynamic shapes, which are not supported; export the program with static shapes}}
  %0 = "stablehlo.dynamic_gather"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%s: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op is of dynamic shapes, which are not supported; export the program with static shapes}}
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op is of dynamic shapes, which are not supported; export the program with static shapes}}
  %0 = "stablehlo.dynamic_pad"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op is no longer in the specification; export the program with dot_general}}
  %0 = "stablehlo.einsum"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op is of dynamic shapes, which are not supported; export the program with static shapes}}
  %0 = "stablehlo.real_dynamic_slice"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op is of dynamic shapes, which are not supported; export the program with static shapes}}
  %0 = "stablehlo.set_dimension_size"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op is no longer in the specification; export the program with gather}}
  %0 = "stablehlo.torch_index_select"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op is of quantized types, which are not supported; export the program with integers and floats}}
  %0 = "stablehlo.uniform_dequantize"(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}
