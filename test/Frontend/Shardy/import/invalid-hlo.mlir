// RUN: dtensor-opt %s --split-input-file --dtensor-import-shardy --verify-diagnostics

// expected-error@+1 {{sharding '{devices=[2]0}': expected each of 2 devices once at position 13}}
func.func @f(%a: tensor<8xf32> {mhlo.sharding = "{devices=[2]0}"}) {
  return
}

// -----

// expected-error@+1 {{requires tiles of 2 axes for a value of type 'tensor<8x8xf32>', found "{devices=[2]<=[2]}"}}
func.func @f(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
  return
}

// -----

// expected-error@+1 {{a manual computation in mhlo.sharding is not supported; export the program with Shardy, found "{manual}"}}
func.func @f(%a: tensor<8xf32> {mhlo.sharding = "{manual}"}) {
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{@SPMDFullToShardShape begins or ends a manual computation, of which one call is required; found others}}
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%a) : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{@Sharding requires a list of axes such as unspecified_dims=[0,1], found "x"}}
  %0 = stablehlo.custom_call @Sharding(%a) {backend_config = "x", mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
  return
}
