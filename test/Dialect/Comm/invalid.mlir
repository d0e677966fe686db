// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

// Where a device is.

func.func @f() {
  // expected-error@+1 {{requires a dtensor.mesh named @mesh, found none in its module}}
  %0 = comm.coordinate @mesh x
  return
}

// -----

dtensor.mesh @mesh <x=2, y=3>
func.func @f() {
  // expected-error@+1 {{mesh dimension 'z' must be one of @mesh <x=2,y=3>}}
  %0 = comm.coordinate @mesh z
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f() {
  // expected-error@+1 {{mesh dimension 'z' must be one of @mesh <x=2>}}
  %0 = comm.shard_extent @mesh [x, z] of 8
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f() {
  // expected-error@+1 {{mesh dimension 'x' must be listed once, found it twice}}
  %0 = comm.shard_offset @mesh [x, x] of 8
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f() {
  // expected-error@+1 {{the extent must be at least 0, found -3}}
  %0 = comm.shard_offset @mesh [x] of -3
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%n: index) {
  // expected-error@+1 {{requires either an operand or a static extent, found both}}
  %0 = "comm.shard_extent"(%n) {mesh = @mesh, dims = ["x"], staticExtent = 8 : i64} : (index) -> index
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f(%n: index) {
  // expected-error@+1 {{requires either an operand or a static extent, found neither}}
  %0 = "comm.shard_extent"() {mesh = @mesh, dims = ["x"], staticExtent = -9223372036854775808 : i64} : () -> index
  return
}

// -----

dtensor.mesh @mesh <x=2>
func.func @f() {
  // expected-error@+1 {{mesh dimension 'y' must be one of @mesh <x=2>}}
  comm.barrier @mesh [y]
  return
}
