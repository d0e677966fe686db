// RUN: dtensor-opt %s --dtensor-import-stablehlo --split-input-file --verify-diagnostics

func.func @unknown(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.custom_call' op cannot be imported: the function 'mine' is not known here; write it in ops of StableHLO, compute it outside of the program, or define it in the process that runs the program and give the call its dtensor.sharding_rule}}
  %0 = stablehlo.custom_call @mine(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @body(%a: tensor<4xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %c) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
      // expected-error @below {{'func.call' op cannot be imported in the body of 'stablehlo.reduce': required a function 'f' of one block}}
      %1 = func.call @f(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }
  return %0 : tensor<f32>
}
func.func private @f(tensor<f32>, tensor<f32>) -> tensor<f32>

// -----

func.func @dynamic(%a: tensor<?xf32>) -> tensor<?x2xf32> {
  // expected-error @below {{'stablehlo.reshape' op cannot be imported: required static extents, found 'tensor<?xf32>'; export the program with fixed shapes}}
  %0 = stablehlo.reshape %a : (tensor<?xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

func.func private @f(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{'func.call' op cannot be imported: 'f' calls itself}}
  %0 = func.call @f(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @recursive_body(%a: tensor<4xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%a, %c) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %1 = func.call @f(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @custom_call_body(%a: tensor<4xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%a, %c) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      // expected-error @below {{'stablehlo.custom_call' op cannot be imported in the body of 'stablehlo.reduce': bodies may have elementwise ops only}}
      %1 = stablehlo.custom_call @f(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @routine(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{'stablehlo.custom_call' op of 'lapack_sgesv_ffi' cannot be imported: no such routine of LAPACK is known}}
  %0 = stablehlo.custom_call @lapack_sgesv_ffi(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @config(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>) {
  // expected-error @below {{'stablehlo.custom_call' op of 'lapack_spotrf_ffi' cannot be imported: required 'uplo' in mhlo.backend_config, an integer}}
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<4x4xf32>, tensor<i32>
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<f32>) -> tensor<?xf32> {
  // expected-error@+1 {{cannot be imported: required static extents, found 'tensor<?xf32>'; export the program with fixed shapes}}
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @asks_python(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{of 'xla_ffi_python_cpu_callback' cannot be imported: it asks Python for values, and Python does not run with the program; export without jax.pure_callback and io_callback (checks of equinox: with EQX_ON_ERROR=nan)}}
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
