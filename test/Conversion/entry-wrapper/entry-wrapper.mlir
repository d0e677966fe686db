// RUN: dtensor-opt %s --dtensor-add-entry-wrapper --split-input-file | FileCheck %s

// CHECK-LABEL: func private @main
// CHECK-SAME: (%{{.+}}: !llvm.ptr, %[[A:.+]]: !llvm.ptr, %{{.+}}: i64, %{{.+}}: !llvm.ptr)
// CHECK: builtin.unrealized_conversion_cast %[[A]] : !llvm.ptr to memref<4xf32>
func.func @main(%device: !llvm.ptr, %a: memref<4xf32>, %n: i64, %out: !llvm.ptr) {
  return
}

// CHECK-LABEL: func @main__entry
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr, %[[ARGS:.+]]: !llvm.ptr)
// CHECK: %[[FIELD:.+]] = llvm.getelementptr %{{.+}}[0, 1]
// CHECK: %[[A:.+]] = llvm.load %[[FIELD]] invariant : !llvm.ptr -> !llvm.ptr
// CHECK: %[[N:.+]] = llvm.load %{{.+}} : !llvm.ptr -> i64
// CHECK: %[[OUT:.+]] = llvm.load %{{.+}} : !llvm.ptr -> !llvm.ptr
// CHECK: call @main(%[[DEVICE]], %[[A]], %[[N]], %[[OUT]])

// -----

// Open extents are loaded as well; so are open strides, and an open offset,
// which the pointer has in it.

// CHECK-LABEL: func private @open
// CHECK-SAME: (%{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr, %{{.+}}: i64, %{{.+}}: i64)
func.func @open(%device: !llvm.ptr, %a: memref<?xf32, strided<[?], offset: ?>>) {
  return
}

// CHECK-LABEL: func @open__entry
// CHECK: %[[FIELD:.+]] = llvm.getelementptr %{{.+}}[0, 1]
// CHECK: %[[BASE:.+]] = llvm.load %[[FIELD]] invariant : !llvm.ptr -> !llvm.ptr
// CHECK: %[[PLACE:.+]] = llvm.getelementptr %{{.+}}[0, 2]
// CHECK: %[[OFFSET:.+]] = llvm.load %[[PLACE]] invariant : !llvm.ptr -> i64
// CHECK: %[[A:.+]] = llvm.getelementptr %[[BASE]][%[[OFFSET]]]
// CHECK: llvm.getelementptr %{{.+}}[0, 3, 0]
// CHECK: llvm.getelementptr %{{.+}}[0, 4, 0]
// CHECK: call @open(%{{.+}}, %[[A]], %{{.+}}, %{{.+}})

// -----

// Who else calls a function passes buffers.

// CHECK-LABEL: func private @callee
// CHECK-SAME: (%{{.+}}: !llvm.ptr, %{{.+}}: memref<4xf32>)
func.func @callee(%device: !llvm.ptr, %a: memref<4xf32>) {
  return
}
func.func private @caller(%device: !llvm.ptr, %a: memref<4xf32>) {
  call @callee(%device, %a) : (!llvm.ptr, memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func @callee__entry
// CHECK: llvm.load %{{.+}} : !llvm.ptr -> !llvm.struct
// CHECK: call @callee(%{{.+}}, %{{.+}}) : (!llvm.ptr, memref<4xf32>) -> ()
