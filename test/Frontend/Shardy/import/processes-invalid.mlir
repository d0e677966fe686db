// RUN: dtensor-opt %s -split-input-file -verify-diagnostics -dtensor-import-processes

func.func @f() {
  return
}
func.func @g() {
  return
}
func.func @main() {
  // expected-error@+1 {{runs different functions, @f and @g; required: one for all processes, as devices run one program}}
  "interpreter.run_parallel"() {programs = [[@f, @g]]} : () -> ()
  return
}

// -----

func.func @main() {
  // expected-error@+1 {{requires a function @f of one block}}
  "interpreter.run_parallel"() {programs = [[@f]]} : () -> ()
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  return
}
func.func @main(%a: tensor<f32>) {
  // expected-error@+1 {{requires the arguments and results of @f 2 times, found 1 operands and 0 results}}
  "interpreter.run_parallel"(%a) {programs = [[@f], [@f]]} : (tensor<f32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  return
}
func.func @main(%a: tensor<f64>) {
  // expected-error@+1 {{requires tensors of static extents and tokens, as @f has them: 'tensor<f32>', found 'tensor<f64>'}}
  "interpreter.run_parallel"(%a) {programs = [[@f]]} : (tensor<f64>) -> ()
  return
}

// -----

func.func @f(%token: !stablehlo.token) -> tensor<f32> {
  // expected-error@+1 {{requires one process, straight code, and a function of values for each infeed; found 2 processes and 0 functions}}
  %0:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  return %0#0 : tensor<f32>
}
func.func @main(%token: !stablehlo.token) {
  %0:2 = "interpreter.run_parallel"(%token, %token) {programs = [[@f], [@f]]} : (!stablehlo.token, !stablehlo.token) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @f(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{requires processes from 0 to 0, found 1}}
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%a: tensor<f32>) {
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@f, @f]]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @f(%token: !stablehlo.token) -> !stablehlo.token {
  // expected-error@+1 {{is not supported: devices of one program do not wait for each other one by one; write it as collective_permute}}
  %0 = "stablehlo.send"(%token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (!stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
func.func @main(%token: !stablehlo.token) {
  %0 = "interpreter.run_parallel"(%token) {programs = [[@f]]} : (!stablehlo.token) -> !stablehlo.token
  return
}
