func.func @main(%a: tensor<EXTENTxEXTENTxTYPE>) -> tensor<EXTENTxEXTENTxTYPE> {
  %empty = tensor.empty() : tensor<EXTENTxEXTENTxTYPE>
  %zero = arith.constant 0.0 : TYPE
  %init = linalg.fill ins(%zero : TYPE) outs(%empty : tensor<EXTENTxEXTENTxTYPE>) -> tensor<EXTENTxEXTENTxTYPE>
  %c = linalg.matmul ins(%a, %a : tensor<EXTENTxEXTENTxTYPE>, tensor<EXTENTxEXTENTxTYPE>) outs(%init : tensor<EXTENTxEXTENTxTYPE>) -> tensor<EXTENTxEXTENTxTYPE>
  return %c : tensor<EXTENTxEXTENTxTYPE>
}
