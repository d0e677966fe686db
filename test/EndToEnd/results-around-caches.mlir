// Results that are so large that they are written around the caches: computed
// row by row, with rows that do not begin at a line of the cache, and copied.
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded --random-inputs 1 --check=reference
// RUN: dtensor-run %s --mesh x=1 --random-inputs 1 --check=reference
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded --dump-after=llvm | FileCheck %s
// CHECK-COUNT-2: nontemporal
// CHECK: llvm.fence seq_cst

func.func @main(%a: tensor<8400x1031xf64>, %shift: tensor<1031xf64>) -> (tensor<8400x1031xf64>, tensor<8400x1031xf64>) {
  %zero = arith.constant 0.0 : f64
  %er = tensor.empty() : tensor<8400xf64>
  %e = tensor.empty() : tensor<8400x1031xf64>
  %zr = linalg.fill ins(%zero : f64) outs(%er : tensor<8400xf64>) -> tensor<8400xf64>
  %most = linalg.reduce ins(%a : tensor<8400x1031xf64>) outs(%zr : tensor<8400xf64>) dimensions = [1]
    (%x: f64, %max: f64) {
      %m = arith.maximumf %x, %max : f64
      linalg.yield %m : f64
    }
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %most, %shift : tensor<8400x1031xf64>, tensor<8400xf64>, tensor<1031xf64>) outs(%e : tensor<8400x1031xf64>) {
  ^bb0(%x: f64, %m: f64, %s: f64, %out: f64):
    %0 = arith.subf %x, %m : f64
    %1 = arith.addf %0, %s : f64
    linalg.yield %1 : f64
  } -> tensor<8400x1031xf64>
  return %r, %a : tensor<8400x1031xf64>, tensor<8400x1031xf64>
}
