// RUN: dtensor-opt %s --dtensor-relax-floats | FileCheck %s
// RUN: dtensor-opt %s --dtensor-relax-floats --dtensor-relax-floats | FileCheck %s

// CHECK-LABEL: @rounded
// CHECK-SAME: attributes {passthrough = {{\[\[}}"reciprocal-estimates", "!sqrt,!vec-sqrt"]]}
// CHECK: arith.addf %{{.+}}, %{{.+}} fastmath<reassoc,arcp,contract,afn> : f32
// CHECK: arith.subf {{.*}} fastmath<reassoc,arcp,contract,afn> : f32
// CHECK: arith.mulf {{.*}} fastmath<reassoc,arcp,contract,afn> : f64
// CHECK: arith.divf {{.*}} fastmath<reassoc,arcp,contract,afn> : vector<4xf32>
// CHECK: math.exp {{.*}} fastmath<reassoc,arcp,contract,afn> : f32
func.func @rounded(%a: f32, %b: f64, %c: vector<4xf32>) -> (f32, f64, vector<4xf32>) {
  %0 = arith.addf %a, %a : f32
  %1 = arith.subf %0, %a : f32
  %2 = arith.mulf %b, %b : f64
  %3 = arith.divf %c, %c : vector<4xf32>
  %4 = math.exp %1 : f32
  return %4, %2, %3 : f32, f64, vector<4xf32>
}

// Flags of the program stay.

// CHECK-LABEL: @own
// CHECK: arith.addf {{.*}} fastmath<reassoc,nsz,arcp,contract,afn> : f32
func.func @own(%a: f32) -> f32 {
  %0 = arith.addf %a, %a fastmath<nsz> : f32
  return %0 : f32
}

// These results are exact, or depend on NaN and infinities.
// CHECK-LABEL: @outlined
// CHECK-SAME: passthrough = ["noinline", ["reciprocal-estimates", "!sqrt,!vec-sqrt"]]
func.func @outlined() attributes {passthrough = ["noinline"]} {
  return
}

// CHECK-LABEL: @exact
// CHECK-NOT: fastmath
// CHECK: return
func.func @exact(%a: f32, %b: f32) -> (f32, f32, i1, f64) {
  %0 = arith.maximumf %a, %b : f32
  %2 = arith.cmpf ult, %a, %b : f32
  %3 = arith.extf %a : f32 to f64
  %4 = math.sqrt %a : f32
  %5 = math.rsqrt %4 : f32
  return %0, %5, %2, %3 : f32, f32, i1, f64
}
