// Products of complex numbers that are large enough for the kernel library, on
// one device and on several, and against the reference interpreter. The
// summed axis, rows, columns and batches are divided evenly and unevenly.

// RUN: dtensor-run %s --random-inputs 1 --check=reference
// RUN: dtensor-run %s --random-inputs 1 --check=reference --kernels=generated
// RUN: dtensor-run %s --random-inputs 1 --check=reference --mesh x=2 --layout arg0=unsharded,unsharded,x
// RUN: dtensor-run %s --random-inputs 1 --check=reference --mesh x=3,y=2 --layout arg0=unsharded,x,y --layout arg1=unsharded,y,unsharded
// RUN: dtensor-run %s --random-inputs 1 --check=reference --mesh x=2 --layout arg0=x,unsharded,unsharded --layout arg2=x,unsharded
// RUN: dtensor-run %s --random-inputs 1 --time=1 --profile=%t.json | FileCheck %s
// CHECK: kernel stablehlo.dot_general
// CHECK: kernel stablehlo.dot_general

func.func @main(%a: tensor<3x25x40xcomplex<f32>>, %b: tensor<3x40x18xcomplex<f32>>, %c: tensor<21x30xcomplex<f64>>)
    -> (tensor<3x25x18xcomplex<f32>>, tensor<30x30xcomplex<f64>>) {
  %r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x25x40xcomplex<f32>>, tensor<3x40x18xcomplex<f32>>) -> tensor<3x25x18xcomplex<f32>>
  %s = stablehlo.dot_general %c, %c, contracting_dims = [0] x [0] : (tensor<21x30xcomplex<f64>>, tensor<21x30xcomplex<f64>>) -> tensor<30x30xcomplex<f64>>
  return %r, %s : tensor<3x25x18xcomplex<f32>>, tensor<30x30xcomplex<f64>>
}
