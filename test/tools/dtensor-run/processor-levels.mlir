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
// RUN: dtensor-run %s --entry=special --random-inputs=1 --mcpu=x86-64-v2 --check=reference --rtol=2e-7 --atol=1e-40
// RUN: dtensor-run %s --entry=special --random-inputs=1 --mcpu=x86-64-v3 --check=reference --rtol=2e-7 --atol=1e-40
// RUN: dtensor-run %s --entry=special --random-inputs=1 --check=reference --rtol=2e-7 --atol=1e-40

// An operation on constants is folded before it is compiled: to each constant a
// -0 is added, which is made of an argument.

// Elementary functions have the same bits wherever a product and a sum can be
// one instruction, and nearly the same elsewhere: also at the ends of what exp
// can be, where a result is subnormal, and of large angles.
func.func @main(%a: tensor<1027xf32>, %k: tensor<16xf32>)
    -> (tensor<16xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>, tensor<1027xf32>) {
  %ends = arith.constant dense<[
    88.72283, 88.72284, 89.0, 104.0, -87.3, -87.34, -88.0, -100.0, -103.2,
    -103.97, -104.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, -0.0]> : tensor<16xf32>
  %kz = arith.constant dense<0.0> : tensor<16xf32>
  %ko = arith.constant dense<-1.0> : tensor<16xf32>
  %km = arith.mulf %k, %kz : tensor<16xf32>
  %kn = math.copysign %km, %ko : tensor<16xf32>
  %hidden = arith.addf %ends, %kn : tensor<16xf32>
  %0 = math.exp %hidden : tensor<16xf32>
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
func.func @halves(%a: tensor<1027xf32>, %d: tensor<1027xf64>, %h: tensor<1027xf16>, %k: tensor<20xf32>, %l: tensor<12xf64>, %p: tensor<12xf16>)
    -> (tensor<20xf16>, tensor<12xf16>, tensor<12xf32>, tensor<1027xf16>, tensor<1027xf16>, tensor<1027xbf16>, tensor<1027xf16>) {
  %hard = arith.constant dense<[
    65504.0, 65519.996, 65520.0, 65536.0, -1.0e10, 0x7F800000, 0xFF800000,
    0x7FC00000, 0.0, -0.0, 6.1035156e-5, 6.1005353e-5, 5.9604645e-8,
    2.9802322e-8, 2.9802326e-8, 8.9406967e-8, 1.0004883, 1.0014648, 1.0e-40,
    -3.0e-5]> : tensor<20xf32>
  %kz = arith.constant dense<0.0> : tensor<20xf32>
  %ko = arith.constant dense<-1.0> : tensor<20xf32>
  %km = arith.mulf %k, %kz : tensor<20xf32>
  %kn = math.copysign %km, %ko : tensor<20xf32>
  %hiddenHard = arith.addf %hard, %kn : tensor<20xf32>
  %0 = arith.truncf %hiddenHard : tensor<20xf32> to tensor<20xf16>
  // By way of an f32 these would be rounded twice.
  %twice = arith.constant dense<[
    1.00048828125000001, 1.00048828124999999, 1.00146484375000001,
    1.00146484374999999, 65519.99999999, 65520.0, 5.9604644775390625e-8,
    2.98023223876953126e-8, 2.98023223876953124e-8, -1.0e300, 0.0,
    0x7FF8000000000000]> : tensor<12xf64>
  %lz = arith.constant dense<0.0> : tensor<12xf64>
  %lo = arith.constant dense<-1.0> : tensor<12xf64>
  %lm = arith.mulf %l, %lz : tensor<12xf64>
  %ln = math.copysign %lm, %lo : tensor<12xf64>
  %hiddenTwice = arith.addf %twice, %ln : tensor<12xf64>
  %1 = arith.truncf %hiddenTwice : tensor<12xf64> to tensor<12xf16>
  %narrow = arith.constant dense<[
    0x0001, 0x03FF, 0x0400, 0x7BFF, 0x7C00, 0xFC00, 0x7E00, 0x8000, 0x8001,
    0x3C00, 0xBC01, 0x3555]> : tensor<12xf16>
  %pz = arith.constant dense<0.0> : tensor<12xf16>
  %po = arith.constant dense<-1.0> : tensor<12xf16>
  %pm = arith.mulf %p, %pz : tensor<12xf16>
  %pn = math.copysign %pm, %po : tensor<12xf16>
  %hiddenNarrow = arith.addf %narrow, %pn : tensor<12xf16>
  %2 = arith.extf %hiddenNarrow : tensor<12xf16> to tensor<12xf32>
  %3 = arith.truncf %a : tensor<1027xf32> to tensor<1027xf16>
  %4 = arith.truncf %d : tensor<1027xf64> to tensor<1027xf16>
  %5 = arith.truncf %d : tensor<1027xf64> to tensor<1027xbf16>
  %6 = arith.mulf %h, %3 : tensor<1027xf16>
  %7 = arith.addf %6, %4 : tensor<1027xf16>
  return %0, %1, %2, %3, %4, %5, %7
      : tensor<20xf16>, tensor<12xf16>, tensor<12xf32>, tensor<1027xf16>, tensor<1027xf16>, tensor<1027xbf16>, tensor<1027xf16>
}

// Zeros, infinities and NaN are as in C. A quotient tells the zeros apart.
func.func @special(%k: tensor<18xf32>, %l: tensor<9x9xf32>)
    -> (tensor<2x9x9xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>) {
  %rows = arith.constant dense<[[0.0, -0.0, 1.0, -1.0, 2.5, -3.0, 0x7F800000, 0xFF800000, 0x7FC00000]]> : tensor<1x9xf32>
  %e = tensor.empty() : tensor<9x9xf32>
  %row = tensor.collapse_shape %rows [[0, 1]] : tensor<1x9xf32> into tensor<9xf32>
  %x = linalg.broadcast ins(%row : tensor<9xf32>) outs(%e : tensor<9x9xf32>) dimensions = [0]
  %y = linalg.broadcast ins(%row : tensor<9xf32>) outs(%e : tensor<9x9xf32>) dimensions = [1]
  %lz = arith.constant dense<0.0> : tensor<9x9xf32>
  %lo = arith.constant dense<-1.0> : tensor<9x9xf32>
  %lm = arith.mulf %l, %lz : tensor<9x9xf32>
  %ln = math.copysign %lm, %lo : tensor<9x9xf32>
  %hiddenX = arith.addf %x, %ln : tensor<9x9xf32>
  %hiddenY = arith.addf %y, %ln : tensor<9x9xf32>
  %p = math.powf %hiddenX, %hiddenY : tensor<9x9xf32>
  %0 = func.call @withReciprocal2(%p) : (tensor<9x9xf32>) -> tensor<2x9x9xf32>
  %values = arith.constant dense<[
    0.0, -0.0, 1.0, -1.0, 0x7F800000, 0xFF800000, 0x7FC00000, 2.0, -2.0, 1.0e-40,
    -1.0e-40, 89.5, -89.5, 128.0, -150.0, 1.0e30, -1.0e30, 0.5]> : tensor<18xf32>
  %kz = arith.constant dense<0.0> : tensor<18xf32>
  %ko = arith.constant dense<-1.0> : tensor<18xf32>
  %km = arith.mulf %k, %kz : tensor<18xf32>
  %kn = math.copysign %km, %ko : tensor<18xf32>
  %s = arith.addf %values, %kn : tensor<18xf32>
  %exp2 = math.exp2 %s : tensor<18xf32>
  %log10 = math.log10 %s : tensor<18xf32>
  %tan = math.tan %s : tensor<18xf32>
  %sinh = math.sinh %s : tensor<18xf32>
  %cosh = math.cosh %s : tensor<18xf32>
  %asinh = math.asinh %s : tensor<18xf32>
  %acosh = math.acosh %s : tensor<18xf32>
  %atanh = math.atanh %s : tensor<18xf32>
  %sin = math.sin %s : tensor<18xf32>
  %tanh = math.tanh %s : tensor<18xf32>
  %1 = func.call @withReciprocal(%exp2) : (tensor<18xf32>) -> tensor<2x18xf32>
  %2 = func.call @withReciprocal(%log10) : (tensor<18xf32>) -> tensor<2x18xf32>
  %3 = func.call @withReciprocal(%tan) : (tensor<18xf32>) -> tensor<2x18xf32>
  %4 = func.call @withReciprocal(%sinh) : (tensor<18xf32>) -> tensor<2x18xf32>
  %5 = func.call @withReciprocal(%cosh) : (tensor<18xf32>) -> tensor<2x18xf32>
  %6 = func.call @withReciprocal(%asinh) : (tensor<18xf32>) -> tensor<2x18xf32>
  %7 = func.call @withReciprocal(%acosh) : (tensor<18xf32>) -> tensor<2x18xf32>
  %8 = func.call @withReciprocal(%atanh) : (tensor<18xf32>) -> tensor<2x18xf32>
  %9 = func.call @withReciprocal(%sin) : (tensor<18xf32>) -> tensor<2x18xf32>
  %10 = func.call @withReciprocal(%tanh) : (tensor<18xf32>) -> tensor<2x18xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10
      : tensor<2x9x9xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>, tensor<2x18xf32>
}
func.func private @withReciprocal(%r: tensor<18xf32>) -> tensor<2x18xf32> {
  %one = arith.constant dense<1.0> : tensor<18xf32>
  %q = arith.divf %one, %r : tensor<18xf32>
  %a = tensor.expand_shape %r [[0, 1]] output_shape [1, 18] : tensor<18xf32> into tensor<1x18xf32>
  %b = tensor.expand_shape %q [[0, 1]] output_shape [1, 18] : tensor<18xf32> into tensor<1x18xf32>
  %both = tensor.concat dim(0) %a, %b : (tensor<1x18xf32>, tensor<1x18xf32>) -> tensor<2x18xf32>
  return %both : tensor<2x18xf32>
}
func.func private @withReciprocal2(%r: tensor<9x9xf32>) -> tensor<2x9x9xf32> {
  %one = arith.constant dense<1.0> : tensor<9x9xf32>
  %q = arith.divf %one, %r : tensor<9x9xf32>
  %a = tensor.expand_shape %r [[0, 1], [2]] output_shape [1, 9, 9] : tensor<9x9xf32> into tensor<1x9x9xf32>
  %b = tensor.expand_shape %q [[0, 1], [2]] output_shape [1, 9, 9] : tensor<9x9xf32> into tensor<1x9x9xf32>
  %both = tensor.concat dim(0) %a, %b : (tensor<1x9x9xf32>, tensor<1x9x9xf32>) -> tensor<2x9x9xf32>
  return %both : tensor<2x9x9xf32>
}
