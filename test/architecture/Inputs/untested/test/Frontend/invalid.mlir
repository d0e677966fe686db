%0 = stablehlo.dot_general %a, %b
