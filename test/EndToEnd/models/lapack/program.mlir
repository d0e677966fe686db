// Routines of LAPACK as jaxlib calls them. Expected values are NumPy's and SciPy's.
func.func @main(%a: tensor<6x4x4xf64>, %s: tensor<6x4x4xf64>, %h: tensor<6x4x4xcomplex<f64>>, %t: tensor<6x5x3xf64>, %l: tensor<6x5xf64>, %d: tensor<6x5xf64>, %u: tensor<6x5xf64>, %b: tensor<6x5x2xf64>)
    -> (tensor<6x4x4xf64>, tensor<6xi32>, tensor<6x4x4xf64>, tensor<6x4xi32>, tensor<6x5x3xf64>, tensor<6x3xf64>, tensor<6x5x3xf64>, tensor<6x4xf64>, tensor<6x3xf64>, tensor<6x4xf64>, tensor<6x4xf64>, tensor<6x5x2xf64>) {
  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%s) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<6x4x4xf64>) -> (tensor<6x4x4xf64>, tensor<6xi32>)
  %1:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<6x4x4xf64>) -> (tensor<6x4x4xf64>, tensor<6x4xi32>, tensor<6xi32>)
  %2:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%t) {mhlo.backend_config = {}} : (tensor<6x5x3xf64>) -> (tensor<6x5x3xf64>, tensor<6x3xf64>)
  %3 = stablehlo.custom_call @lapack_dorgqr_ffi(%2#0, %2#1) {mhlo.backend_config = {}} : (tensor<6x5x3xf64>, tensor<6x3xf64>) -> tensor<6x5x3xf64>
  %4:3 = stablehlo.custom_call @lapack_zheevd_ffi(%h) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<6x4x4xcomplex<f64>>) -> (tensor<6x4x4xcomplex<f64>>, tensor<6x4xf64>, tensor<6xi32>)
  %5:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%t) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<6x5x3xf64>) -> (tensor<6x5x3xf64>, tensor<6x3xf64>, tensor<6x5x3xf64>, tensor<6x3x3xf64>, tensor<6xi32>)
  %6:5 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}} : (tensor<6x4x4xf64>) -> (tensor<6x4xf64>, tensor<6x4xf64>, tensor<6x4x4xcomplex<f64>>, tensor<6x4x4xcomplex<f64>>, tensor<6xi32>)
  %7:5 = stablehlo.custom_call @lapack_dgtsv_ffi(%l, %d, %u, %b) {mhlo.backend_config = {}} : (tensor<6x5xf64>, tensor<6x5xf64>, tensor<6x5xf64>, tensor<6x5x2xf64>) -> (tensor<6x5xf64>, tensor<6x5xf64>, tensor<6x5xf64>, tensor<6x5x2xf64>, tensor<6xi32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3, %4#1, %5#1, %6#0, %6#1, %7#3 : tensor<6x4x4xf64>, tensor<6xi32>, tensor<6x4x4xf64>, tensor<6x4xi32>, tensor<6x5x3xf64>, tensor<6x3xf64>, tensor<6x5x3xf64>, tensor<6x4xf64>, tensor<6x3xf64>, tensor<6x4xf64>, tensor<6x4xf64>, tensor<6x5x2xf64>
}
