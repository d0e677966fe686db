// Sums of halves go on where a half would stay: 256 + 1 is 256 in bf16.
// RUN: dtensor-run %s
// RUN: dtensor-run %s --devices=3
func.func @main() {
  %e = tensor.empty() : tensor<1000xbf16>
  %one = arith.constant 1.0 : bf16
  %x = linalg.fill ins(%one : bf16) outs(%e : tensor<1000xbf16>) -> tensor<1000xbf16>
  %0 = linalg_ext.scan ins(%x : tensor<1000xbf16>) outs(%e : tensor<1000xbf16>) axis = 0 {
  ^bb0(%a: bf16, %b: bf16):
    %1 = arith.addf %a, %b : bf16
    linalg_ext.yield %1 : bf16
  } -> tensor<1000xbf16>
  %last = tensor.extract_slice %0[999] [1] [1] : tensor<1000xbf16> to tensor<1xbf16>
  check.expect_eq_const %last, dense<1.000000e+03> : tensor<1xbf16>
  return
}
