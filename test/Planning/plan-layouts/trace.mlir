// Each part of the compiler that is asked for says on stderr what it does, and
// no other one.
// RUN: dtensor-opt %s --mesh x=4 --layout arg1=unsharded,x --dtensor-partition --trace=propagation -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SPREAD --implicit-check-not=planning:
// RUN: dtensor-run %s --mesh x=4 --layout arg1=unsharded,x --random-inputs=1 --trace=planning 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=PLAN --implicit-check-not=propagation:
// RUN: dtensor-opt %s --mesh x=4 --layout arg1=unsharded,x --dtensor-partition --trace=planning,propagation -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=BOTH
// RUN: dtensor-opt %s --mesh x=4 --layout arg1=unsharded,x --dtensor-partition -o /dev/null 2>&1 | count 0
// RUN: not dtensor-run %s --trace=planning,codegen 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not dtensor-opt %s --trace=planning,codegen 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Where the parser keeps names, they are those of the source.

// SPREAD:      {{^}}propagation: the result of linalg.matmul takes x on axis 1 from %arg1, at linalg.matmul ({{.*}}trace.mlir:
// SPREAD:      {{^}}propagation: result 1 of the function takes x on axis 0 from the result of math.tanh, at func.return ({{.*}}trace.mlir:
// SPREAD-NEXT: {{^}}propagation: all values have layouts

// PLAN:      {{^}}planning: %h in [x,unsharded]: 384 bytes instead of 6144; communication 0.003842 instead of 0.06145 us; computing {{.*}} us; penalties {{.*}} us: better
// PLAN-NEXT: {{^}}planning: taken: %h in [x,unsharded]
// PLAN-NEXT: {{^}}planning: %a in [unsharded,x]: 1152 bytes instead of 384; {{.*}}: not better

// BOTH:     {{^}}propagation: all values have layouts
// BOTH:     {{^}}planning: taken: the result of math.tanh in [x,unsharded]
// BOTH:     {{^}}propagation: all values have layouts

// UNKNOWN: error: --trace: required a list of propagation and planning, found 'planning,codegen'

func.func @main(%x: tensor<32x1024xf32>, %w: tensor<1024x16xf32>,
                %a: tensor<16x16xf32>, %b: tensor<16x16xf32>)
    -> (tensor<32x16xf32>, tensor<32x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x16xf32>) -> tensor<32x16xf32>
  %xw = linalg.matmul ins(%x, %w : tensor<32x1024xf32>, tensor<1024x16xf32>) outs(%init : tensor<32x16xf32>) -> tensor<32x16xf32>
  %h = math.tanh %xw : tensor<32x16xf32>
  %ha = linalg.matmul ins(%h, %a : tensor<32x16xf32>, tensor<16x16xf32>) outs(%init : tensor<32x16xf32>) -> tensor<32x16xf32>
  %hb = linalg.matmul ins(%h, %b : tensor<32x16xf32>, tensor<16x16xf32>) outs(%init : tensor<32x16xf32>) -> tensor<32x16xf32>
  %ta = math.tanh %ha : tensor<32x16xf32>
  %tb = math.tanh %hb : tensor<32x16xf32>
  return %ta, %tb : tensor<32x16xf32>, tensor<32x16xf32>
}
