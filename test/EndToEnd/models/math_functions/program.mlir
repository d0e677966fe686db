// Functions of math where they are hard: far from and next to 0, with zeros of both signs, infinities and NaN. Expected values are mpmath's and NumPy's.
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %q: tensor<4x8xf32>, %u: tensor<4x8xf32>, %d: tensor<4x8xf64>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf64>, tensor<4x8xf64>, tensor<4x8xf32>) {
  %0 = math.sin %x : tensor<4x8xf32>
  %1 = math.cos %x : tensor<4x8xf32>
  %2 = math.atan %x : tensor<4x8xf32>
  %3 = math.cbrt %x : tensor<4x8xf32>
  %4 = math.asin %u : tensor<4x8xf32>
  %5 = math.acos %u : tensor<4x8xf32>
  %6 = math.log1p %d : tensor<4x8xf64>
  %7 = math.expm1 %d : tensor<4x8xf64>
  %8 = math.atan2 %y, %q : tensor<4x8xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
      : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf64>, tensor<4x8xf64>, tensor<4x8xf32>
}
