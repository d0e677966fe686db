// REQUIRES: x86-64-v3
// RUN: dtensor-run %s --random-inputs=1 --mcpu=native --output-dir=%t.native
// RUN: dtensor-run %s --random-inputs=1 --mcpu=x86-64-v3 --expect-dir=%t.native --rtol=0 --atol=0
// RUN: dtensor-run %s --random-inputs=1 --mcpu=x86-64-v2 --expect-dir=%t.native --rtol=4e-7 --atol=1e-40
// RUN: dtensor-run %s --random-inputs=1 --mcpu=x86-64-v3 --check=reference --rtol=4e-7 --atol=1e-40
// RUN: dtensor-run %s --random-inputs=1 --mcpu=x86-64-v2 --check=reference --rtol=4e-7 --atol=1e-40
// RUN: dtensor-run %s --entry=halves --random-inputs=1 --mcpu=native --output-dir=%t.halves
// RUN: dtensor-run %s --entry=halves --random-inputs=1 --mcpu=x86-64-v3 --expect-dir=%t.halves --rtol=0 --atol=0
// RUN: dtensor-run %s --entry=halves --random-inputs=1 --mcpu=x86-64-v2 --expect-dir=%t.halves --rtol=0 --atol=0
// RUN: dtensor-run %s --entry=halves --random-inputs=1 --mcpu=x86-64-v2 --check=reference --rtol=0 --atol=0

// Elementary functions have the same bits wherever a product and a sum can be
// one instruction, and nearly the same elsewhere: also at the ends of what exp
// can be, where a result is subnormal, and of large angles.
func.func @main(%a: tensor<1027xf32>)
    -> (tensor<16xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>) {
  %ends = arith.constant dense<[
    88.72283, 88.72284, 89.0, 104.0, -87.3, -87.34, -88.0, -100.0, -103.2,
    -103.97, -104.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, -0.0]> : tensor<16xf32>
  %0 = math.exp %ends : tensor<16xf32>
  %scale = arith.constant dense<60.0> : tensor<1027xf32>
  %far = arith.constant dense<1.0e20> : tensor<1027xf32>
  %wide = arith.mulf %a, %scale : tensor<1027xf32>
  %angle = arith.mulf %a, %far : tensor<1027xf32>
  %size = math.absf %wide : tensor<1027xf32>
  %1 = math.exp %wide : tensor<1027xf32>
  %2 = math.tanh %a : tensor<1027xf32>
  %3 = math.erf %a : tensor<1027xf32>
  %4 = math.log %size : tensor<1027xf32>
  %5 = math.sin %wide : tensor<1027xf32>
  %6 = math.cos %angle : tensor<1027xf32>
  return %0, %1, %2, %3, %4, %5, %6
      : tensor<16xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>
}

// f16 and bf16 are rounded once, with the same bits where no instruction does
// it: ties, what is subnormal, overflow, infinities and NaN.
func.func @halves(%a: tensor<1027xf32>, %d: tensor<1027xf64>, %h: tensor<1027xf16>)
    -> (tensor<20xf16>, tensor<12xf16>, tensor<12xf32>, tensor<1027xf16>, tensor<1027xf16>, tensor<1027xbf16>, tensor<1027xf16>) {
  %hard = arith.constant dense<[
    65504.0, 65519.996, 65520.0, 65536.0, -1.0e10, 0x7F800000, 0xFF800000,
    0x7FC00000, 0.0, -0.0, 6.1035156e-5, 6.1005353e-5, 5.9604645e-8,
    2.9802322e-8, 2.9802326e-8, 8.9406967e-8, 1.0004883, 1.0014648, 1.0e-40,
    -3.0e-5]> : tensor<20xf32>
  %0 = arith.truncf %hard : tensor<20xf32> to tensor<20xf16>
  // By way of an f32 these would be rounded twice.
  %twice = arith.constant dense<[
    1.00048828125000001, 1.00048828124999999, 1.00146484375000001,
    1.00146484374999999, 65519.99999999, 65520.0, 5.9604644775390625e-8,
    2.98023223876953126e-8, 2.98023223876953124e-8, -1.0e300, 0.0,
    0x7FF8000000000000]> : tensor<12xf64>
  %1 = arith.truncf %twice : tensor<12xf64> to tensor<12xf16>
  %narrow = arith.constant dense<[
    0x0001, 0x03FF, 0x0400, 0x7BFF, 0x7C00, 0xFC00, 0x7E00, 0x8000, 0x8001,
    0x3C00, 0xBC01, 0x3555]> : tensor<12xf16>
  %2 = arith.extf %narrow : tensor<12xf16> to tensor<12xf32>
  %3 = arith.truncf %a : tensor<1027xf32> to tensor<1027xf16>
  %4 = arith.truncf %d : tensor<1027xf64> to tensor<1027xf16>
  %5 = arith.truncf %d : tensor<1027xf64> to tensor<1027xbf16>
  %6 = arith.mulf %h, %3 : tensor<1027xf16>
  %7 = arith.addf %6, %4 : tensor<1027xf16>
  return %0, %1, %2, %3, %4, %5, %7
      : tensor<20xf16>, tensor<12xf16>, tensor<12xf32>, tensor<1027xf16>, tensor<1027xf16>, tensor<1027xbf16>, tensor<1027xf16>
}
