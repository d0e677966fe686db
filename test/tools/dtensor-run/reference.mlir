// The reference interpreter, alone and as what a run is compared with. Expected
// values are by hand and from NumPy.
// RUN: rm -rf %t && mkdir %t && split-file --leading-lines %s %t/in
// RUN: %python %t/in/make.py %t

//--- make.py
import sys, numpy as n
folder = sys.argv[1]
x = n.arange(12, dtype=n.float32).reshape(3, 4) / 8
h = n.tanh(x) @ n.ones((4, 2), n.float32)
y = n.where(h > 1, h * 2, h)
import os
for name in ("in", "values", "wrong", "stray", "inside"):
    os.makedirs(os.path.join(folder, name), exist_ok=True)
n.save(folder + "/x.npy", x)
n.save(folder + "/y.npy", y)
n.save(folder + "/values/h.npy", h)
n.save(folder + "/values/out0.npy", y)
h[2, 1] = 7
n.save(folder + "/wrong/h.npy", h)
n.save(folder + "/wrong/out0.npy", y)
n.save(folder + "/stray/nobody.npy", h)
n.save(folder + "/inside/in_loop.npy", h)

//--- program.mlir
// Right, alone; meshes and layouts have no effect.
// RUN: dtensor-run %t/in/program.mlir --interpret --input %t/x.npy --expect %t/y.npy
// RUN: dtensor-run %t/in/program.mlir --interpret --devices 2 --layout arg0=x,unsharded --input %t/x.npy --expect %t/y.npy
// RUN: dtensor-run %t/in/program.mlir --interpret --input %t/x.npy --output-dir %t/out
// RUN: %python -c "import numpy as n; r = n.load('%t/out/out0.npy'); assert r.dtype == n.float32 and abs(r - n.load('%t/y.npy')).max() < 1e-6"

// And as what is compared with, under a layout.
// RUN: dtensor-run %t/in/program.mlir --devices 2 --layout arg0=x,unsharded --random-inputs 1 --check=reference
// RUN: dtensor-run %t/in/program.mlir --devices 2 --layout arg0=x,unsharded --random-inputs 1 --check=reference,each-op

// Machine code has its own tanh, and so other last bits.
// RUN: not dtensor-run %t/in/program.mlir --random-inputs 4 --check=reference --rtol 0 --atol 0 2>&1 | FileCheck %s --check-prefix=DIFFERS
// RUN: not dtensor-run %t/in/program.mlir --random-inputs 4 --check=reference,each-op --rtol 0 --atol 0 2>&1 | FileCheck %s --check-prefix=EACH
// DIFFERS: {{^}}error: result 0 differs from the reference interpreter at [
// EACH: {{^}}error: math.tanh ({{.*}}program.mlir:[[# @LINE+12]]:8): %t is the first value that differs from the reference interpreter, at [

// Values made elsewhere.
// RUN: dtensor-run %t/in/program.mlir --devices 2 --layout arg0=x,unsharded --input %t/x.npy --check=values=%t/values 2>&1 | FileCheck %s --check-prefix=VALUES
// RUN: dtensor-run %t/in/program.mlir --interpret --input %t/x.npy --check=values=%t/values 2>&1 | FileCheck %s --check-prefix=VALUES
// RUN: not dtensor-run %t/in/program.mlir --input %t/x.npy --check=values=%t/wrong 2>&1 | FileCheck %s --check-prefix=WRONG
// VALUES: {{^}}compared with '{{.*}}values': %h, result 0{{$}}
// VALUES-NOT: {{.}}
// WRONG: {{^}}compared with '{{.*}}wrong': %h, result 0{{$}}
// WRONG-NEXT: {{^}}error: %h is the first value that differs from '{{.*}}wrong/h.npy', at [2, 1]: got {{.*}}, want 7 (1 of 6 elements differ)

func.func @main(%x: tensor<3x4xf32>) -> tensor<3x2xf32> {
  %t = math.tanh %x : tensor<3x4xf32>
  %one = arith.constant dense<1.0> : tensor<4x2xf32>
  %zero = arith.constant dense<0.0> : tensor<3x2xf32>
  %h = linalg.matmul ins(%t, %one : tensor<3x4xf32>, tensor<4x2xf32>) outs(%zero : tensor<3x2xf32>) -> tensor<3x2xf32>
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %y = scf.for %i = %0 to %1 step %1 iter_args(%v = %h) -> tensor<3x2xf32> {
    %in_loop = arith.addf %v, %v : tensor<3x2xf32>
    scf.yield %in_loop : tensor<3x2xf32>
  }
  %bound = arith.constant dense<1.0> : tensor<3x2xf32>
  %large = arith.cmpf ogt, %h, %bound : tensor<3x2xf32>
  %z = arith.select %large, %y, %h : tensor<3x2xi1>, tensor<3x2xf32>
  return %z : tensor<3x2xf32>
}

//--- errors
// RUN: not dtensor-run %t/in/program.mlir --random-inputs 1 --check=values=%t/stray 2>&1 | FileCheck %s --check-prefix=STRAY
// RUN: not dtensor-run %t/in/program.mlir --random-inputs 1 --check=values=%t/inside 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not dtensor-run %t/in/program.mlir --random-inputs 1 --check=values=%t/nothing 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not dtensor-run %t/in/program.mlir --random-inputs 1 --check=values=%t/in 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not dtensor-run %t/in/program.mlir --random-inputs 1 --check=values= 2>&1 | FileCheck %s --check-prefix=FOLDER
// STRAY: {{^}}error: '{{.*}}nobody.npy' names no value: the function has 1 results and nothing called '%nobody'
// INSIDE: {{^}}error: '{{.*}}in_loop.npy': '%in_loop' is a value within 'scf.for', where it may be many: required one of the function's own block
// NOTHING: {{^}}error: '{{.*}}nothing': No such file or directory
// EMPTY: {{^}}error: '{{.*}}in' has no values: required outK.npy of results or NAME.npy of values %NAME
// FOLDER: {{^}}error: --check=values=: required a directory

// RUN: not dtensor-run %t/in/program.mlir --random-inputs 1 --interpret --interpret-limit=10 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not dtensor-run %t/in/program.mlir --random-inputs 1 --check=reference --interpret-limit=10 2>&1 | FileCheck %s --check-prefix=LIMITED
// RUN: dtensor-run %t/in/program.mlir --random-inputs 1 --interpret --interpret-limit=0
// LIMIT: {{^}}error: the program needs more than 10 scalar operations, which is the limit of the reference interpreter; --interpret-limit raises it
// LIMITED: {{^}}error: in the reference interpreter: the program needs more than 10

// RUN: not dtensor-run %t/in/program.mlir --random-inputs 1 --interpret --check 2>&1 | FileCheck %s --check-prefix=CHECKED
// RUN: not dtensor-run %t/in/program.mlir --random-inputs 1 --interpret --report 2>&1 | FileCheck %s --check-prefix=REPORT
// CHECKED: {{^}}error: --interpret neither partitions nor compiles: required no --check
// REPORT: {{^}}error: --interpret neither partitions nor compiles: required no --report

//--- zero.mlir
// RUN: not dtensor-run %t/in/zero.mlir --interpret 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: {{^}}error: {{.*}}zero.mlir:[[# @LINE+4]]:8: division by zero in arith.divsi
func.func @main() -> tensor<2xi32> {
  %a = arith.constant dense<[6, 7]> : tensor<2xi32>
  %b = arith.constant dense<[3, 0]> : tensor<2xi32>
  %c = arith.divsi %a, %b : tensor<2xi32>
  return %c : tensor<2xi32>
}

//--- unknown.mlir
// RUN: not dtensor-run %t/in/unknown.mlir --interpret 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: {{^}}error: {{.*}}unknown.mlir:[[# @LINE+2]]:8: 'vector.vscale' has no evaluation in the reference interpreter
func.func @main() -> index {
  %a = vector.vscale
  return %a : index
}
