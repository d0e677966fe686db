// Rows of f32 are rounded once: every number is within a unit in the last place,
// by steps of each radix, by a loop over a prime (17), and by a chirp (101, 106).
// RUN: dtensor-run %s --devices=1 --random-inputs=1 --check=reference \
// RUN:   --rtol=1e-7 --atol=1e-9

func.func @main(%a: tensor<2x1001xcomplex<f32>>, %b: tensor<3x240xcomplex<f32>>, %c: tensor<2x17xcomplex<f32>>,
                %d: tensor<2x101xcomplex<f32>>, %e: tensor<101x2xf32>, %f: tensor<2x54xcomplex<f32>>)
    -> (tensor<2x1001xcomplex<f32>>, tensor<3x240xcomplex<f32>>, tensor<2x17xcomplex<f32>>, tensor<2x101xcomplex<f32>>,
        tensor<2x101xcomplex<f32>>, tensor<51x2xcomplex<f32>>, tensor<2x106xf32>) {
  %0 = tensor.empty() : tensor<2x1001xcomplex<f32>>
  %1 = linalg_ext.fft ins(%a : tensor<2x1001xcomplex<f32>>) outs(%0 : tensor<2x1001xcomplex<f32>>) axis = 1 -> tensor<2x1001xcomplex<f32>>
  %2 = tensor.empty() : tensor<3x240xcomplex<f32>>
  %3 = linalg_ext.fft ins(%b : tensor<3x240xcomplex<f32>>) outs(%2 : tensor<3x240xcomplex<f32>>) axis = 1 inverse -> tensor<3x240xcomplex<f32>>
  %4 = tensor.empty() : tensor<2x17xcomplex<f32>>
  %5 = linalg_ext.fft ins(%c : tensor<2x17xcomplex<f32>>) outs(%4 : tensor<2x17xcomplex<f32>>) axis = 1 -> tensor<2x17xcomplex<f32>>
  %6 = tensor.empty() : tensor<2x101xcomplex<f32>>
  %7 = linalg_ext.fft ins(%d : tensor<2x101xcomplex<f32>>) outs(%6 : tensor<2x101xcomplex<f32>>) axis = 1 -> tensor<2x101xcomplex<f32>>
  %8 = linalg_ext.fft ins(%d : tensor<2x101xcomplex<f32>>) outs(%6 : tensor<2x101xcomplex<f32>>) axis = 1 inverse -> tensor<2x101xcomplex<f32>>
  %9 = tensor.empty() : tensor<51x2xcomplex<f32>>
  %10 = linalg_ext.fft ins(%e : tensor<101x2xf32>) outs(%9 : tensor<51x2xcomplex<f32>>) axis = 0 -> tensor<51x2xcomplex<f32>>
  %11 = tensor.empty() : tensor<2x106xf32>
  %12 = linalg_ext.fft ins(%f : tensor<2x54xcomplex<f32>>) outs(%11 : tensor<2x106xf32>) axis = 1 inverse -> tensor<2x106xf32>
  return %1, %3, %5, %7, %8, %10, %12 : tensor<2x1001xcomplex<f32>>, tensor<3x240xcomplex<f32>>, tensor<2x17xcomplex<f32>>, tensor<2x101xcomplex<f32>>, tensor<2x101xcomplex<f32>>, tensor<51x2xcomplex<f32>>, tensor<2x106xf32>
}
