// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

func.func @fft(%a: tensor<4x6xf32>, %b: tensor<4x4xcomplex<f32>>) {
  // expected-remark@+1 {{sharding rule '([i,j],[i,k])->([i,k]) {i=4,j=6 whole,k=4 whole}'}}
  %0 = linalg_ext.fft ins(%a : tensor<4x6xf32>) outs(%b : tensor<4x4xcomplex<f32>>) axis = 1 -> tensor<4x4xcomplex<f32>>
  return
}

func.func @cholesky(%a: tensor<5x3x3xf32>) {
  // expected-remark@+1 {{sharding rule '([i,j,k],[i,j,k])->([i,j,k]) {i=5,j=3 whole,k=3 whole}'}}
  %0 = linalg_ext.cholesky ins(%a : tensor<5x3x3xf32>) outs(%a : tensor<5x3x3xf32>) lower -> tensor<5x3x3xf32>
  return
}

func.func @solve(%a: tensor<5x3x3xf32>, %b: tensor<5x3x7xf32>, %c: tensor<5x7x3xf32>) {
  // expected-remark@+1 {{sharding rule '([i,j,l],[i,k,m],[i,k,m])->([i,k,m]) {i=5,j=3 whole,k=3 whole,l=3 whole,m=7}'}}
  %0 = linalg_ext.triangular_solve ins(%a, %b : tensor<5x3x3xf32>, tensor<5x3x7xf32>) outs(%b : tensor<5x3x7xf32>) -> tensor<5x3x7xf32>
  // expected-remark@+1 {{sharding rule '([i,j,l],[i,k,m],[i,k,m])->([i,k,m]) {i=5,j=3 whole,k=7,l=3 whole,m=3 whole}'}}
  %1 = linalg_ext.triangular_solve ins(%a, %c : tensor<5x3x3xf32>, tensor<5x7x3xf32>) outs(%c : tensor<5x7x3xf32>) right -> tensor<5x7x3xf32>
  return
}

func.func @lapack(%a: tensor<5x3x3xf32>, %p: tensor<5x3xi32>, %i: tensor<5xi32>) {
  // expected-remark@+1 {{sharding rule '([i,j,k],[i,l,m],[i,n],[i])->([i,l,m],[i,n],[i]) {i=5,j=3 whole,k=3 whole,l=3 whole,m=3 whole,n=3 whole}'}}
  %0:3 = linalg_ext.lapack "getrf" ins(%a : tensor<5x3x3xf32>) outs(%a, %p, %i : tensor<5x3x3xf32>, tensor<5x3xi32>, tensor<5xi32>) batch = 1 -> tensor<5x3x3xf32>, tensor<5x3xi32>, tensor<5xi32>
  return
}
