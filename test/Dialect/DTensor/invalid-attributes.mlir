// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

// Attributes of the dialect on foreign operations.

dtensor.mesh @mesh <x=2>
// expected-error@+1 {{the layout of argument 1 must have 1 axes as 'tensor<8xf32>' has, found 2}}
func.func private @f(index, tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})

// -----

dtensor.mesh @mesh <x=2>
// expected-error@+1 {{the layout of argument 0 requires a ranked tensor, found 'index'}}
func.func private @f(index {dtensor.layout = #dtensor.layout<@mesh, [x]>})

// -----

dtensor.mesh @mesh <x=2>
// expected-error@+1 {{the layout of result 0: mesh dimension 'y' must be one of @mesh <x=2>}}
func.func private @f() -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [y]>})

// -----

// expected-error@+1 {{the layout of argument 0 must be a #dtensor.layout or a #dtensor.constraint, found 1 : i64}}
func.func private @f(tensor<8xf32> {dtensor.layout = 1})

// -----

// expected-error@+1 {{requires mesh @mesh to be valid: mesh dimension 'x' must have a size of at least 1, found -1}}
%0 = tensor.empty() {dtensor.layouts = [#dtensor.layout<@mesh, [x]>]} : tensor<8xf32>
dtensor.mesh @mesh <x=-1>

// -----

// expected-error@+1 {{attributes of the dtensor dialect on argument 0 are dtensor.layout, dtensor.global_type, dtensor.written and, of arguments, dtensor.donated, found "dtensor.layuot"}}
func.func private @f(tensor<8xf32> {dtensor.layuot = #dtensor.layout<@mesh, [x]>})

// -----

// expected-error@+1 {{attributes of the dtensor dialect on an operation are dtensor.layouts, dtensor.block_layouts, dtensor.kernel, dtensor.unforced, dtensor.regathered, dtensor.memory_per_device, dtensor.origins, dtensor.forced_layouts, dtensor.stages, dtensor.written, dtensor.sharding_rule and dtensor.conflicts, found "dtensor.layout"}}
func.func private @f() attributes {dtensor.layout = #dtensor.layout<@mesh, [x]>}

// -----

// expected-error@+1 {{dtensor.stages must be a string on a dtensor.local_map, found "each in its turn"}}
func.func private @f() attributes {dtensor.stages = "each in its turn"}

// -----

// Types of the global view.

dtensor.mesh @mesh <x=2>
// expected-error@+1 {{axis 0 of argument 0 of type 'tensor<3xf32>' under [x] on <x=2> must be 4, since its global extent is 8; found 3}}
func.func private @f(tensor<3xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>, dtensor.global_type = tensor<8xf32>})

// -----

dtensor.mesh @mesh <x=2>
// expected-error@+1 {{axis 0 of result 0 of type 'tensor<4xf32>' under [x] on <x=2> must be dynamic, since its global extent 7 is not even; found 4}}
func.func private @f() -> (tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>, dtensor.global_type = tensor<7xf32>})

// -----

dtensor.mesh @mesh <x=2>
// expected-error@+1 {{axis 0 of argument 0 of type 'tensor<4xf32>' under [x] on <x=2> must be dynamic as it is in the global view, found 4}}
func.func private @f(tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>, dtensor.global_type = tensor<?xf32>})

// -----

// expected-error@+1 {{argument 0 with dtensor.global_type must have a #dtensor.layout, found none}}
func.func private @f(tensor<4xf32> {dtensor.global_type = tensor<8xf32>})

// -----

dtensor.mesh @mesh <x=2>
// expected-error@+1 {{argument 0 must be a component of 'tensor<8xf64>', of the same rank and element type; found 'tensor<4xf32>'}}
func.func private @f(tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>, dtensor.global_type = tensor<8xf64>})

// -----

// expected-error@+1 {{dtensor.global_type of argument 0 must be a ranked tensor type, found "f32"}}
func.func private @f(tensor<4xf32> {dtensor.global_type = "f32"})

// -----

// Lists of layouts.

func.func @f() {
  // expected-error@+1 {{"dtensor.layouts" must be a list, found unit}}
  %0 = tensor.empty() {dtensor.layouts} : tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f() {
  // expected-error@+1 {{"dtensor.layouts" must have one entry per result, required 1 and found 2}}
  %0 = tensor.empty() {dtensor.layouts = [#dtensor.layout<@mesh, [x]>, unit]} : tensor<8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{"dtensor.layouts" must be a layout or unit for result 0 of type 'tensor<8xf32>', found 1 : i64}}
  %0 = tensor.empty() {dtensor.layouts = [1]} : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{"dtensor.forced_layouts" must have one entry per operand or result, required 2 and found 1}}
  %0 = math.exp %a {dtensor.forced_layouts = [unit]} : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{"dtensor.forced_layouts" must be a layout for operand or result 0 of type 'tensor<8xf32>', found unit}}
  %0 = math.exp %a {dtensor.forced_layouts = [unit, unit]} : tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f() {
  // expected-error@+1 {{"dtensor.layouts" must be unit for result 0 of type 'index', found #dtensor.layout<@mesh, []>}}
  %0 = arith.constant {dtensor.layouts = [#dtensor.layout<@mesh, []>]} 0 : index
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f() {
  // expected-error@+1 {{the layout of result 0 must have 1 axes as 'tensor<8xf32>' has, found 0}}
  %0 = tensor.empty() {dtensor.layouts = [#dtensor.layout<@mesh, []>]} : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %n: index) {
  // expected-error@+1 {{"dtensor.block_layouts" must have one entry per entry block argument, required 2 and found 1}}
  %0 = scf.for %i = %n to %n step %n iter_args(%b = %a) -> (tensor<8xf32>) {
    scf.yield %b : tensor<8xf32>
  } {dtensor.block_layouts = [unit]}
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{dtensor.kernel must be "overwrites" or "accumulates", found "adds"}}
  %0 = tensor.empty() {dtensor.kernel = "adds"} : tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>
// expected-error@+1 {{the layout of argument 0 must not be partial(avg), since its elements are 'i32'; take partial(sum)}}
func.func private @f(tensor<8xi32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<avg, [x]>>})

// -----

dtensor.mesh @mesh <x=2>
// expected-error@+1 {{the layout of argument 0 must not be partial(sum), since its elements are 'f8E5M2'; take a tensor of f32}}
func.func private @f(tensor<8xf8E5M2> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>})

// -----

// expected-error@+1 {{dtensor.donated of argument 0 must be unit or one of 1 results, found 1 : i64}}
func.func @f(%a: tensor<8xf32> {dtensor.donated = 1 : i64}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// expected-error@+1 {{dtensor.donated of argument 0 must be unit or one of 1 results, found 0 : i32}}
func.func @f(%a: tensor<8xf32> {dtensor.donated = 0 : i32}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
