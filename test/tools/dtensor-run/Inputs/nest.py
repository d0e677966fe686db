"""Prints a program of branches within each other, in either textual form."""

import sys

form, count = sys.argv[1], int(sys.argv[2])
t = "tensor<8xf32>"
print(f"func.func @main(%x: {t}, %c: tensor<i1>) -> {t} {{")
print("  %b = tensor.extract %c[] : tensor<i1>")
for i in range(count):
    print(f"%r{i} = scf.if %b -> {t} {{" if form == "pretty"
          else f'%r{i} = "scf.if"(%b) ({{')


def end_region(value):
    print(f"scf.yield {value} : {t}" if form == "pretty"
          else f'"scf.yield"({value}) : ({t}) -> ()')


print(f"%y = arith.addf %x, %x : {t}")
for i in reversed(range(count)):
    end_region("%y" if i == count - 1 else f"%r{i + 1}")
    print("} else {" if form == "pretty" else "}, {")
    end_region("%x")
    print("}" if form == "pretty" else f"}}) : (i1) -> {t}")
print(f"  return %r0 : {t}\n}}")
