// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

// Meshes.

// expected-error@+1 {{repeated}}
dtensor.mesh @mesh <x=2, x=2>

// -----

// expected-error@+1 {{reserved}}
dtensor.mesh @mesh <any=2>

// -----

// expected-error@+1 {{size}}
dtensor.mesh @mesh <x=0>

// -----

// expected-error @below {{required: at most 1048576 devices, found 2097152}}
dtensor.mesh @mesh <x=1048576, y=2>

// -----

// expected-error@+1 {{a mesh must have one size per dimension, found 2 names and 1 sizes}}
"dtensor.mesh"() {sym_name = "mesh", names = ["x", "y"], sizes = array<i64: 2>} : () -> ()

// -----

// expected-note@+1 {{the first mesh is here}}
dtensor.mesh @first <x=2, y=2>
dtensor.mesh @second <z=4>
// expected-error@+1 {{all meshes of a module must have the same number of devices, required 4 as @first has, found 6}}
dtensor.mesh @third <z=6>

// -----

// Layouts by themselves.

// expected-error@+1 {{mesh dimension "x" must be used once, found it on axis 0 and on axis 1}}
func.func private @f(tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, x]>})

// -----

// expected-error@+1 {{mesh dimension "x" must be used once, found it on axis 0 and on a partial list}}
func.func private @f(tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x], partial<sum, [x]>>})

// -----

// expected-error@+1 {{partial dimensions of one layout must be of one kind (or sum and avg), found sum and max}}
func.func private @f(tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>, partial<max, [y]>>})

// -----

// expected-error@+1 {{a partial kind must be one of sum, avg, product, max, min and the other combiners, found 'mean'}}
func.func private @f(tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<mean, [x]>>})

// -----

// expected-error@+1 {{a layout must be complete, found 'any' on axis 1; only a #dtensor.constraint can leave an axis open}}
func.func private @f(tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, any]>})

// -----

// expected-error@+1 {{'unsharded' must be all of axis 0, found mesh dimensions before it}}
func.func private @f(tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + unsharded]>})

// -----

// expected-error@+1 {{'any' must end axis 0, found 'x' after it}}
func.func private @f(tensor<8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [any + x]>})

// -----

// expected-error@+1 {{mesh dimension "x" must be used once, found it on axis 0 and on the replicated list}}
func.func private @f(tensor<8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [x], replicated = [x]>})

// -----

// expected-error@+1 {{a priority must be at least 0, found -1}}
func.func private @f(tensor<8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [x], priority = -1>})

// -----

// expected-error@+1 {{required: a priority for each of 1 axes, or one for all; found 2}}
func.func private @f(tensor<8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [x], priority = [0, 1]>})

// -----

// expected-error@+1 {{required: replicated or priority, each at most once; found 'prio'}}
func.func private @f(tensor<8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [x], prio = 1>})

// -----

// Relayouts and constraints.

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{required: none, forward, backward or both; found 'down'}}
  %0 = dtensor.constrain %a : tensor<8xf32> to #dtensor.constraint<@mesh, [any]> spread down
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'dtensor.constrain' op in a group requires a constraint of open axes, such as [any, any]; found #dtensor.constraint<@mesh, [x + any]>}}
  %0 = dtensor.constrain %a : tensor<8xf32> to #dtensor.constraint<@mesh, [x + any]> group 0
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{requires a dtensor.mesh named @mesh, found none in its module}}
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [x]>
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<8x4xf32>) {
  // expected-error@+1 {{the layout of the result must have 2 axes as 'tensor<8x4xf32>' has, found 1 in #dtensor.layout<@mesh, [x]>}}
  %0 = dtensor.relayout %a : tensor<8x4xf32> to <@mesh, [x]>
  return
}

// -----

dtensor.mesh @mesh <x=2, y=3>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{the layout of the result: mesh dimension 'z' must be one of @mesh <x=2,y=3>}}
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [z]>
  return
}

// -----

dtensor.mesh @one <x=2>
dtensor.mesh @two <x=2>
func.func @f(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@one, [x]>}) {
  // expected-error@+1 {{the layouts of operand and result must be on one mesh, found @one and @two}}
  %0 = dtensor.relayout %a : tensor<8xf32> to <@two, [x]>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{the layout of the result must be a #dtensor.layout or a #dtensor.constraint, found "x"}}
  %0 = dtensor.constrain %a : tensor<8xf32> to "x"
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{the layout of the result: mesh dimension 'y' must be one of @mesh <x=2>}}
  %0 = dtensor.constrain %a : tensor<8xf32> to #dtensor.constraint<@mesh, [any], replicated = [y]>
  return
}
