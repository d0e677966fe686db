// Sorts, the first elements of rows, and Fourier transforms of one device run on
// all of its cores, each with scratch memory of its own, and give the same bits
// as on one core.
// RUN: rm -rf %t && mkdir -p %t/one %t/all
// RUN: env OMP_THREAD_LIMIT=1 dtensor-run %s --devices 1 --random-inputs 1 --output-dir=%t/one
// RUN: dtensor-run %s --devices 1 --random-inputs 1 --output-dir=%t/all
// RUN: cmp %t/one/out0.npy %t/all/out0.npy
// RUN: cmp %t/one/out1.npy %t/all/out1.npy
// RUN: cmp %t/one/out2.npy %t/all/out2.npy
// RUN: cmp %t/one/out3.npy %t/all/out3.npy
// RUN: dtensor-run %s --devices 1 --random-inputs 1 --check=reference

// RUN: dtensor-compile %s --devices 1 -o %t/code.ll
// RUN: FileCheck %s < %t/code.ll
// CHECK-COUNT-3: call void @dt_divide

func.func @main(%a: tensor<203x301xf32>, %b: tensor<77x2000xi32>, %c: tensor<515x1024xcomplex<f32>>)
    -> (tensor<203x301xf32>, tensor<77x5xi32>, tensor<77x5xi32>, tensor<515x1024xcomplex<f32>>) {
  %e = tensor.empty() : tensor<203x301xf32>
  %sorted = linalg_ext.sort ins(%a : tensor<203x301xf32>) outs(%e : tensor<203x301xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<203x301xf32>
  %i = tensor.empty() : tensor<77x5xi32>
  %first:2 = linalg_ext.top_k ins(%b : tensor<77x2000xi32>) outs(%i, %i : tensor<77x5xi32>, tensor<77x5xi32>) axis = 1 -> tensor<77x5xi32>, tensor<77x5xi32>
  %fft = stablehlo.fft %c, type = FFT, length = [1024] : (tensor<515x1024xcomplex<f32>>) -> tensor<515x1024xcomplex<f32>>
  return %sorted, %first#0, %first#1, %fft : tensor<203x301xf32>, tensor<77x5xi32>, tensor<77x5xi32>, tensor<515x1024xcomplex<f32>>
}
