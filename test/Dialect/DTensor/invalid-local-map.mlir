// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{requires one layout and one component per operand, found 1 of these, 0 layouts and 1 components}}
  dtensor.local_map (%a : tensor<8xf32>) in [] out [] {
  ^bb0(%c: tensor<4xf32>):
    dtensor.local_yield
  }
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{axis 0 of the component of operand 0 of type 'tensor<8xf32>' under [x] on <x=2> must be 4, since its global extent is 8; found 8}}
  dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [] {
  ^bb0(%c: tensor<8xf32>):
    dtensor.local_yield
  }
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<9xf32>) -> tensor<9xf32> {
  // expected-error@+1 {{axis 0 of the component of result 0 of type 'tensor<5xf32>' under [x] on <x=2> must be dynamic, since its global extent 9 is not even; found 5}}
  %0 = dtensor.local_map (%a : tensor<9xf32>) in [#dtensor.layout<@mesh, [x]>] out [#dtensor.layout<@mesh, [x]>] {
  ^bb0(%c: tensor<?xf32>):
    %1 = tensor.empty() : tensor<5xf32>
    dtensor.local_yield %1 : tensor<5xf32>
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{operand 0 must have a #dtensor.layout, found #dtensor.constraint<@mesh, [x]>}}
  dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.constraint<@mesh, [x]>] out [] {
  ^bb0(%c: tensor<4xf32>):
    dtensor.local_yield
  }
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{the component of operand 0 must have the rank and element type of 'tensor<8xf32>', found 'tensor<4xf64>'}}
  dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [] {
  ^bb0(%c: tensor<4xf64>):
    dtensor.local_yield
  }
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: index) {
  // expected-error@+1 {{operand 0 of type 'index' must have unit for a layout, found #dtensor.layout<@mesh, []>}}
  dtensor.local_map (%a : index) in [#dtensor.layout<@mesh, []>] out [] {
  ^bb0(%c: index):
    dtensor.local_yield
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@+1 {{operand 0 is no tensor and must be 'index' in the region too, found 'i64'}}
  dtensor.local_map (%a : index) in [unit] out [] {
  ^bb0(%c: i64):
    dtensor.local_yield
  }
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{requires manual dimensions of the mesh x=2,y=2, found "z"}}
  dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [] manual ["x", "z"] {
  ^bb0(%c: tensor<4xf32>):
    dtensor.local_yield
  }
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{requires layouts of dimensions that are manual here and not around it, found y in #dtensor.layout<@mesh, [y]>}}
  dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [y]>] out [] manual ["x"] {
  ^bb0(%c: tensor<4xf32>):
    dtensor.local_yield
  }
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [] manual ["x"] {
  ^bb0(%c: tensor<4xf32>):
    // expected-error@+1 {{requires dimensions that are not manual in the dtensor.local_map around it, found x}}
    %0 = dtensor.constrain %c : tensor<4xf32> to #dtensor.layout<@mesh, [x]>
    dtensor.local_yield
  }
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [] manual ["x"] {
  ^bb0(%c: tensor<4xf32>):
    // expected-error@+1 {{requires dimensions that are not manual in the dtensor.local_map around it, found x}}
    %0 = math.tanh %c {dtensor.layouts = [#dtensor.layout<@mesh, [x]>]} : tensor<4xf32>
    dtensor.local_yield
  }
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [] manual ["x"] {
  ^bb0(%c: tensor<4xf32>):
    // expected-error@+1 {{requires dimensions that are not manual in the dtensor.local_map around it, found x}}
    %0 = math.tanh %c {dtensor.forced_layouts = [#dtensor.layout<@mesh, [y]>, #dtensor.layout<@mesh, [x]>]} : tensor<4xf32>
    dtensor.local_yield
  }
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{requires dimensions that are not manual in the dtensor.local_map around it, found x}}
  dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [] manual ["x"] attributes {dtensor.block_layouts = [#dtensor.layout<@mesh, [x]>]} {
  ^bb0(%c: tensor<4xf32>):
    dtensor.local_yield
  }
  return
}
