// RUN: dtensor-opt %s -split-input-file -verify-diagnostics

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<3xf32>, %p: tensor<5xi64>, %e: tensor<5xf32>) {
  // expected-error@+1 {{positions must be of type index, found 'i64'}}
  %0 = comm.take ins(%a : tensor<3xf32>) at(%p : tensor<5xi64>) outs(%e : tensor<5xf32>) <@mesh, [x]> of [6] along 0 -> tensor<5xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<3xf32>, %p: tensor<5xindex>, %e: tensor<5xf64>) {
  // expected-error@+1 {{source and destination must have one element type, found 'f32' and 'f64'}}
  %0 = comm.take ins(%a : tensor<3xf32>) at(%p : tensor<5xindex>) outs(%e : tensor<5xf64>) <@mesh, [x]> of [6] along 0 -> tensor<5xf64>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<3xf32>, %p: tensor<5xindex>, %e: tensor<5xf32>) {
  // expected-error@+1 {{the axis must be one of 1, found 1}}
  %0 = comm.take ins(%a : tensor<3xf32>) at(%p : tensor<5xindex>) outs(%e : tensor<5xf32>) <@mesh, [x]> of [6] along 1 -> tensor<5xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<3xf32>, %p: tensor<4xindex>, %e: tensor<5xf32>) {
  // expected-error@+1 {{axis 0 of 'tensor<3xf32>', 'tensor<4xindex>' and 'tensor<5xf32>' must have one extent, but for axis 0 of the source}}
  %0 = comm.take ins(%a : tensor<3xf32>) at(%p : tensor<4xindex>) outs(%e : tensor<5xf32>) <@mesh, [x]> of [6] along 0 -> tensor<5xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<3xf32>, %p: tensor<5x1xindex>, %e: tensor<5xf32>) {
  // expected-error@+1 {{source, positions and destination must have the 1 axes of the global shape}}
  %0 = comm.take ins(%a : tensor<3xf32>) at(%p : tensor<5x1xindex>) outs(%e : tensor<5xf32>) <@mesh, [x]> of [6] along 0 -> tensor<5xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<3xf32>, %p: tensor<5xindex>, %e: tensor<5xf32>) {
  // expected-error@+1 {{must not take from what is partial, found [x;partial(sum):y]}}
  %0 = comm.take ins(%a : tensor<3xf32>) at(%p : tensor<5xindex>) outs(%e : tensor<5xf32>) <@mesh, [x], partial<sum, [y]>> of [6] along 0 -> tensor<5xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<2xf32>, %p: tensor<5xindex>, %e: tensor<5xf32>) {
  // expected-error@+1 {{axis 0 of the source of type 'tensor<2xf32>' under [x] on <x=2,y=2> must be 3, since its global extent is 6; found 2}}
  %0 = comm.take ins(%a : tensor<2xf32>) at(%p : tensor<5xindex>) outs(%e : tensor<5xf32>) <@mesh, [x]> of [6] along 0 -> tensor<5xf32>
  return
}
