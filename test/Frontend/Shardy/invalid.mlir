// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{axis "x" is in the mesh twice}}
sdy.mesh @mesh = <["x"=2, "x"=2]>

// -----

// expected-error@+1 {{axis "x" requires a size of 1 or more, found 0}}
sdy.mesh @mesh = <["x"=0]>

// -----

// expected-error@+1 {{the mesh has too many devices}}
sdy.mesh @mesh = <["x"=9223372036854775807, "y"=2]>

// -----

// expected-error@+1 {{requires 4 device_ids, found 3}}
sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[0, 1, 2]>

// -----

// expected-error@+1 {{requires each device of the mesh once in device_ids, found 0, 1, 1, 2}}
sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[0, 1, 1, 2]>

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error@+1 {{axis "x" is used twice}}
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>
// expected-error@+1 {{axis "x" is used twice}}
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)4}, {"x":(2)2}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>
// expected-error@+1 {{op requires a sharding of 2 axes for a value of type 'tensor<8x8xf32>', found #sdy.sharding<@mesh, [{"x"}]>}}
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return
}

// -----

// expected-error@+1 {{op requires a mesh, found none named @mesh}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>
// expected-error@+1 {{op requires axes of the mesh #sdy.mesh<["x"=8]>, found "y"}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>
// expected-error@+1 {{op requires a proper part of axis "x" of size 8, found (2)8}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(2)8}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>
// expected-error@+1 {{part of axis "x" requires a size of 2 or more, found 1}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(2)1}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>
// expected-error@+1 {{expected a priority such as p1, found q1}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}q1]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>
// expected-error@+1 {{expected sum, max or min, found avg}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=avg{"x"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>
// expected-error@+1 {{op requires sdy.sharding to be a sharding, found "x"}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = "x"}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{op requires a sharding of 1 axes for a value of type 'tensor<8xf32>'}}
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{op requires a sharding for each of 1 results, found 2}}
  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{}]>]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{op requires operands of type 'tensor<4xf32>' inside for 'tensor<8xf32>' lying as #sdy.sharding<@mesh, [{"x"}]>, found 'tensor<8xf32>'}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=3]>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{op requires axis 0 of 'tensor<8xf32>' to divide evenly over 3 devices}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{requires sizes of all factors, found none of j}}
  stablehlo.custom_call @g(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([j])->() {i=8}>} : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{expected factors from i to z, or z_1 and on; found i_1}}
  stablehlo.custom_call @g(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i_1])->() {i=8}>} : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{expected the size of factor j}}
  stablehlo.custom_call @g(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->() {i=8, k=2}>} : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires sdy.sharding_rule to be a rule, found 1 : i64}}
  stablehlo.custom_call @g(%a) {sdy.sharding_rule = 1} : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-error@+1 {{op requires replicated and unreduced axes in the order of the mesh #sdy.mesh<["x"=2, "y"=2]>, found #sdy.sharding<@mesh, [{}], unreduced={"y", "x"}>}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y", "x"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-error@+1 {{op requires axes of the mesh #sdy.mesh<["x"=2, "y"=2]>, found "z"}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"z"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-error@+1 {{axis "x" is used twice}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}], unreduced={"x"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{op requires an operand with a sharding, found none}}
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@mesh, [{}], unreduced={"x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
sdy.mesh @other = <["y"=2]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{}]>}) {
  // expected-error@+1 {{op requires the mesh of the operand, #sdy.mesh<["y"=2]>, found #sdy.mesh<["x"=2]>}}
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@mesh, [{}], unreduced={"x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  // expected-error@+1 {{op requires axes that become unreduced, found none}}
  %0 = sdy.replicated_to_unreduced {} %a out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  // expected-error@+1 {{op requires axes of the mesh #sdy.mesh<["x"=2]>, found "y"}}
  %0 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  // expected-error@+1 {{op requires axis 0 to be sharded on the operand's axes without those that become unreduced; the operand is #sdy.sharding<@mesh, [{"y"}]>, the result #sdy.sharding<@mesh, [{}], unreduced={"x"}>}}
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@mesh, [{}], unreduced={"x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y"}>}) {
  // expected-error@+1 {{op requires a result that is unreduced where the operand is and along the given axes; the operand is #sdy.sharding<@mesh, [{}], unreduced={"y"}>, the result #sdy.sharding<@mesh, [{}], unreduced={"x"}>}}
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@mesh, [{}], unreduced={"x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"y"}>}) {
  // expected-error@+1 {{op requires addends to be combined by max, found sum}}
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@mesh, [{}], unreduced={"x", "y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error@+1 {{op requires axes for each of 2 axes of the operand, found 1 lists}}
  %0 = sdy.sharded_to_unreduced [{"x"}] %a out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  return
}

// -----

// The major axis cannot leave the minor one behind.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) {
  // expected-error@+1 {{op requires axis 0 to be sharded on the operand's axes without those that become unreduced; the operand is #sdy.sharding<@mesh, [{"x", "y"}]>, the result #sdy.sharding<@mesh, [{"y"}], unreduced={"x"}>}}
  %0 = sdy.sharded_to_unreduced [{"x"}] %a out_sharding=<@mesh, [{"y"}], unreduced={"x"}> : tensor<8xf32>
  return
}
