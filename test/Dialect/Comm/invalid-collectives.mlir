// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

// What holds of all collectives.

func.func @f(%a: tensor<4xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{requires two ranked tensors or two ranked buffers, found 'tensor<4xf32>' and 'memref<8xf32>'}}
  comm.all_gather ins(%a : tensor<4xf32>) outs(%b : memref<8xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [8]
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<8xf64>) {
  // expected-error@+1 {{source and destination must have one element type, found 'f32' and 'f64'}}
  %0 = comm.all_gather ins(%a : tensor<4xf32>) outs(%b : tensor<8xf64>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [8] -> tensor<8xf64>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{source and destination must have the 2 axes of the global shape, found 'tensor<4xf32>' and 'tensor<8xf32>'}}
  %0 = comm.all_gather ins(%a : tensor<4xf32>) outs(%b : tensor<8xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [8, 1] -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) {
  // expected-error@+1 {{requires one operand per dynamic global extent, found 1 for 0}}
  %0 = "comm.all_gather"(%a, %b, %n) {from = #dtensor.layout<@mesh, [x]>, to = #dtensor.layout<@mesh, [unsharded]>, globalShape = array<i64: 8>} : (tensor<?xf32>, tensor<?xf32>, index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{both layouts must be on one mesh, found @one and @two}}
  %0 = comm.all_gather ins(%a : tensor<4xf32>) outs(%b : tensor<8xf32>)
      <@one, [x]> to <@two, [unsharded]> of [8] -> tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<4xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{the layout of the source: mesh dimension 'z' must be one of @mesh <x=2>}}
  %0 = comm.all_gather ins(%a : tensor<4xf32>) outs(%b : tensor<8xf32>)
      <@mesh, [z]> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<4xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{the layout of the destination must have 1 axes as 'tensor<8xf32>' has, found 2 in #dtensor.layout<@mesh, [unsharded, unsharded]>}}
  %0 = comm.all_gather ins(%a : tensor<4xf32>) outs(%b : tensor<8xf32>)
      <@mesh, [x]> to <@mesh, [unsharded, unsharded]> of [8] -> tensor<8xf32>
  return
}

// -----

// Types of components.

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<3xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{axis 0 of the source of type 'tensor<3xf32>' under [x] on <x=2> must be 4, since its global extent is 8; found 3}}
  %0 = comm.all_gather ins(%a : tensor<3xf32>) outs(%b : tensor<8xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{axis 0 of the destination of type 'tensor<4xf32>' under [unsharded] on <x=2> must be 8, since its global extent is 8; found 4}}
  %0 = comm.all_gather ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [8] -> tensor<4xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: memref<4xf32>, %b: memref<7xf32>) {
  // expected-error@+1 {{axis 0 of the source of type 'memref<4xf32>' under [x] on <x=2> must be dynamic, since its global extent 7 is not even; found 4}}
  comm.all_gather ins(%a : memref<4xf32>) outs(%b : memref<7xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [7]
  return
}

// -----

// Pairs of layouts, by kind.

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<2xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{the layouts must drop minor mesh dimensions of axes, and no more; found [x+y] to [y] on <x=2,y=2>}}
  %0 = comm.all_gather ins(%a : tensor<2xf32>) outs(%b : tensor<4xf32>)
      <@mesh, [x + y]> to <@mesh, [y]> of [8] -> tensor<4xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{the layouts must drop minor mesh dimensions of axes, and no more; found [unsharded] to [unsharded] on <x=2,y=2>}}
  %0 = comm.all_gather ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>)
      <@mesh, [unsharded]> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<8xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{the layouts must drop partial mesh dimensions, and no more; found [unsharded;partial(sum):x] to [x] on <x=2,y=2>}}
  %0 = comm.all_reduce ins(%a : tensor<8xf32>) outs(%b : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [8] -> tensor<4xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{the layouts must drop partial mesh dimensions, and no more; found [unsharded;partial(sum):x] to [unsharded;partial(max):x]}}
  %0 = comm.all_reduce ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded], partial<max, [x]>> of [8] -> tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<8xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{the layouts must turn partial mesh dimensions into minor ones of axes; found [unsharded;partial(sum):x] to [y]}}
  %0 = comm.reduce_scatter ins(%a : tensor<8xf32>) outs(%b : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [y]> of [8] -> tensor<4xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x8xf32>) {
  // expected-error@+1 {{the layouts must move mesh dimensions from axis to axis, and no more; found [x,unsharded] to [unsharded,unsharded]}}
  %0 = comm.all_to_all ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x8xf32>)
      <@mesh, [x, unsharded]> to <@mesh, [unsharded, unsharded]> of [8, 8] -> tensor<8x8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{the layouts must keep the number of parts of each axis, and what is partial; found [x] to [x+y]}}
  %0 = comm.permute ins(%a : tensor<4xf32>) outs(%b : tensor<2xf32>)
      <@mesh, [x]> to <@mesh, [x + y]> of [8] -> tensor<2xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{the layouts must keep what is partial; found [unsharded;partial(sum):x] to [unsharded]}}
  %0 = comm.exchange ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<6xf32>, %b: tensor<?x5xf32>) {
  // expected-error@+1 {{both global shapes must have the same number of elements, found 12 and 15}}
  %0 = comm.reshape ins(%a : tensor<6xf32>) outs(%b : tensor<?x5xf32>)
      <@mesh, [x]> of [12] to <@mesh, [x, unsharded]> of [3, 5] -> tensor<?x5xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<6xf32>, %b: tensor<?x4xf32>) {
  // expected-error@+1 {{the layouts must keep what is partial; found [x;partial(sum):y] to [x,unsharded]}}
  %0 = comm.reshape ins(%a : tensor<6xf32>) outs(%b : tensor<?x4xf32>)
      <@mesh, [x], partial<sum, [y]>> of [12] to <@mesh, [x, unsharded]> of [3, 4] -> tensor<?x4xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<?xf32>, %b: tensor<?x4xf32>) {
  // expected-error@+1 {{an axis of dynamic extent cannot be sharded; found axis 0 of [x]}}
  %0 = comm.reshape ins(%a : tensor<?xf32>) outs(%b : tensor<?x4xf32>)
      <@mesh, [x]> of [?] to <@mesh, [unsharded, unsharded]> of [?, 4] -> tensor<?x4xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @f(%a: tensor<5xf32>, %b: tensor<?x4xf32>) {
  // expected-error@+1 {{the source}}
  %0 = comm.reshape ins(%a : tensor<5xf32>) outs(%b : tensor<?x4xf32>)
      <@mesh, [x]> of [12] to <@mesh, [x, unsharded]> of [3, 4] -> tensor<?x4xf32>
  return
}
