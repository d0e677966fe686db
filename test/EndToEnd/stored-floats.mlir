// Programs of linalg convert floats of 8 bits, and move them. A host passes and
// gets single numbers too.
// RUN: dtensor-run %s --random-inputs=1 --check=reference --atol=0 --rtol=0
// RUN: dtensor-run %s --random-inputs=1 --check=reference --atol=0 --rtol=0 --mcpu=x86-64-v2
// RUN: dtensor-run %s --random-inputs=1 --check --atol=0 --rtol=0 --mesh x=4 --layout arg0=unsharded,x --layout result0=x,unsharded --layout result2=x

func.func @main(%a: tensor<6x4xf8E4M3FN>, %s: f8E4M3FN) -> (tensor<6x4xf8E4M3FN>, f8E4M3FN, tensor<4xf8E5M2>, tensor<6x4xf8E4M3FN>) {
  %c = arith.constant dense<[1.0, 2.0, -3.0, 0.5]> : tensor<4xf8E5M2>
  %e = tensor.empty() : tensor<6x4xf8E4M3FN>
  %f = linalg.fill ins(%s : f8E4M3FN) outs(%e : tensor<6x4xf8E4M3FN>) -> tensor<6x4xf8E4M3FN>
  %w = arith.extf %a : tensor<6x4xf8E4M3FN> to tensor<6x4xf32>
  %p = arith.mulf %w, %w : tensor<6x4xf32>
  %n = arith.truncf %p : tensor<6x4xf32> to tensor<6x4xf8E4M3FN>
  return %f, %s, %c, %n : tensor<6x4xf8E4M3FN>, f8E4M3FN, tensor<4xf8E5M2>, tensor<6x4xf8E4M3FN>
}
