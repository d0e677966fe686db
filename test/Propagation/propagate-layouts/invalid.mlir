// RUN: dtensor-opt %s -dtensor-propagate-layouts -split-input-file -verify-diagnostics

dtensor.mesh @mesh <x=2>
func.func @unknown(%a: tensor<4x8xf32>, %i: tensor<4x1xindex>) -> tensor<4x8xf32> {
  // expected-error @below {{'tensor.gather' has no sharding rule; write one, put the op into a dtensor.local_map, or pass --replicate-unknown to run it on gathered operands (160 bytes)}}
  %0 = tensor.gather %a[%i] gather_dims([0]) : (tensor<4x8xf32>, tensor<4x1xindex>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

dtensor.mesh @mesh <x=2>
func.func @unranked(%a: tensor<*xf32>) -> tensor<4xf32> {
  // expected-error @below {{'tensor.cast' has no sharding rule}}
  %0 = tensor.cast %a : tensor<*xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

dtensor.mesh @mesh <x=2>
// expected-error @below {{axis 0 of 'tensor<?x8xf32>' has a dynamic extent and cannot be sharded; give it a static one, or shard another axis}}
func.func @dynamic(%a: tensor<?x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  return
}

// -----

// expected-note @below {{the first one is here}}
dtensor.mesh @mesh <x=2>
// expected-error @below {{required: one mesh in the module; found: @mesh and @other}}
dtensor.mesh @other <y=2>
func.func @two_meshes(%a: tensor<4xf32>) {
  return
}

// -----

dtensor.mesh @mesh <x=2>
// expected-error @below {{required: structured control flow (scf); found: a function of several blocks}}
func.func @unstructured(%a: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %a : tensor<4xf32>
^bb2:
  %0 = math.exp %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

dtensor.mesh @mesh <x=2>
// expected-error @below {{a function without a body cannot be partitioned; give its body, or call it from a dtensor.local_map}}
func.func private @external(tensor<4xf32>) -> tensor<4xf32>
func.func @caller(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @external(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A loop that no rule describes is not looked into.
dtensor.mesh @mesh <x=2>
func.func @parallel(%a: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<4xf32> {
  // expected-error @below {{'scf.forall' has no sharding rule}}
  %0 = scf.forall (%i) in (4) shared_outs(%o = %a) -> (tensor<4xf32>) {
    %1 = tensor.extract_slice %o[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %2 = math.exp %1 : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %0 : tensor<4xf32>
}

// -----

dtensor.mesh @mesh <x=2>
// expected-error @below {{partial(and) does not apply to elements of type 'f32'}}
func.func @combiner(%a: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<and, [x]>>}) {
  return
}

// -----

// A function that is called in a local_map computes on components, also if
// another function is called between.

dtensor.mesh @mesh <x=2, y=2>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %r = dtensor.local_map (%a : tensor<8xf32>) in [#dtensor.layout<@mesh, [x]>] out [#dtensor.layout<@mesh, [x]>] manual ["x"] {
  ^bb0(%c: tensor<4xf32>):
    %t = func.call @between(%c) : (tensor<4xf32>) -> tensor<4xf32>
    dtensor.local_yield %t : tensor<4xf32>
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func private @between(%c: tensor<4xf32>) -> tensor<4xf32> {
  %t = func.call @callee(%c) : (tensor<4xf32>) -> tensor<4xf32>
  return %t : tensor<4xf32>
}
// expected-error@+1 {{requires layouts of dimensions that are not manual where 'callee' is called, in a dtensor.local_map; found x}}
func.func private @callee(%c: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<4xf32> {
  return %c : tensor<4xf32>
}
