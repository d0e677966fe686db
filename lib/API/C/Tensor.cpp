//===- Tensor.cpp - Tensors in C ------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Tensor.h"

#include "Guard.h"
#include "dt/DTensor.h"

#include <optional>

using namespace dt;
using namespace dt::c;

static_assert(int(DTENSOR_BOOL) == int(DType::boolean));
static_assert(int(DTENSOR_INT64) == int(DType::int64));
static_assert(int(DTENSOR_UINT64) == int(DType::uint64));
static_assert(int(DTENSOR_FLOAT16) == int(DType::float16));
static_assert(int(DTENSOR_BFLOAT16) == int(DType::bfloat16));
static_assert(int(DTENSOR_FLOAT32) == int(DType::float32));
static_assert(int(DTENSOR_COMPLEX128) == int(DType::complex128));
static_assert(int(DTENSOR_FLOAT8_E5M2) == int(DType::float8_e5m2));
static_assert(int(DTENSOR_FLOAT8_E8M0FNU) == int(DType::float8_e8m0fnu));

DTensorStatus dtensorDTypeGetName(DTensorDType dtype, const char **result) {
  // Names are literals, which end with a null.
  return answer(__func__, result,
                [&] { return to_string(getDType(dtype)).data(); });
}

DTensorStatus dtensorDTypeParse(const char *name, DTensorDType *result) {
  return answer(__func__, result, [&] {
    requirePointer(name, "name");
    return static_cast<DTensorDType>(parse_dtype(name));
  });
}

DTensorStatus dtensorDTypeGetSize(DTensorDType dtype, int64_t *result) {
  return answer(__func__, result, [&] { return item_size(getDType(dtype)); });
}

DTensorStatus dtensorTensorCreate(const void *data, int64_t rank,
                                  const int64_t *shape, DTensorDType dtype,
                                  DTensorTensor *result) {
  return make(__func__, result, [&] {
    Tensor tensor = Tensor::empty(getShape(rank, shape), getDType(dtype));
    if (tensor.size() != 0) {
      requirePointer(data, "data");
      std::memcpy(tensor.mutable_data(), data, tensor.num_bytes());
    }
    return tensor;
  });
}

DTensorStatus dtensorTensorCreateEmpty(int64_t rank, const int64_t *shape,
                                       DTensorDType dtype,
                                       DTensorTensor *result) {
  return make(__func__, result, [&] {
    return Tensor::empty(getShape(rank, shape), getDType(dtype));
  });
}

DTensorStatus dtensorTensorBorrow(const void *data, int64_t rank,
                                  const int64_t *shape, DTensorDType dtype,
                                  void (*release)(void *context), void *context,
                                  DTensorTensor *result) {
  return guard(__func__, [&] {
    requirePointer(result, "result");
    // Armed at the end, since a call that fails takes nothing.
    struct Release {
      void (*release)(void *context) = nullptr;
      void *context = nullptr;
      ~Release() {
        if (release)
          release(context);
      }
    };
    auto owner = std::make_shared<Release>();
    owner->context = context;
    give(Tensor::borrow(data, getShape(rank, shape), getDType(dtype), owner),
         result);
    owner->release = release;
  });
}

void dtensorTensorDestroy(DTensorTensor tensor) { destroy<Tensor>(tensor); }

DTensorStatus dtensorTensorGetData(DTensorTensor tensor, const void **result) {
  return answer(__func__, result,
                [&] { return get<Tensor>(tensor, "tensor").data(); });
}

DTensorStatus dtensorTensorGetMutableData(DTensorTensor tensor, void **result) {
  return answer(__func__, result,
                [&] { return get<Tensor>(tensor, "tensor").mutable_data(); });
}

DTensorStatus dtensorTensorGetNumBytes(DTensorTensor tensor, int64_t *result) {
  return answer(__func__, result,
                [&] { return get<Tensor>(tensor, "tensor").num_bytes(); });
}

DTensorStatus dtensorTensorGetDType(DTensorTensor tensor,
                                    DTensorDType *result) {
  return answer(__func__, result, [&] {
    return static_cast<DTensorDType>(get<Tensor>(tensor, "tensor").dtype());
  });
}

DTensorStatus dtensorTensorGetRank(DTensorTensor tensor, int64_t *result) {
  return answer(__func__, result,
                [&] { return get<Tensor>(tensor, "tensor").rank(); });
}

DTensorStatus dtensorTensorGetShape(DTensorTensor tensor,
                                    const int64_t **result) {
  return answer(__func__, result,
                [&] { return get<Tensor>(tensor, "tensor").shape().data(); });
}

DTensorStatus dtensorTensorEqual(DTensorTensor a, DTensorTensor b,
                                 bool *result) {
  return answer(__func__, result, [&] {
    return get<Tensor>(a, "a").equals(get<Tensor>(b, "b"));
  });
}

DTensorStatus dtensorTensorPrint(DTensorTensor tensor, char **result) {
  return answer(__func__, result,
                [&] { return copyText(get<Tensor>(tensor, "tensor").str()); });
}

DTensorStatus dtensorDistribute(DTensorTensor tensor, DTensorLayout layout,
                                DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return distribute_tensor(get<Tensor>(tensor, "tensor"),
                             get<Layout>(layout, "layout"));
  });
}

DTensorStatus dtensorPack(int64_t numComponents,
                          const DTensorTensor *components, DTensorLayout layout,
                          bool check, DTensorDTensor *result) {
  return make(__func__, result, [&] {
    std::vector<Tensor> tensors;
    for (DTensorTensor each : getList(numComponents, components, "components"))
      tensors.push_back(get<Tensor>(each, "components"));
    return pack(tensors, get<Layout>(layout, "layout"), check);
  });
}

DTensorStatus dtensorFromLocal(int64_t numComponents,
                               const DTensorTensor *components,
                               DTensorLayout layout, bool check, int64_t rank,
                               const int64_t *shape, DTensorDTensor *result) {
  return make(__func__, result, [&] {
    std::optional<Shape> global;
    if (shape)
      global = getShape(rank, shape);
    return from_local(getAll<Tensor>(numComponents, components, "components"),
                      get<Layout>(layout, "layout"), check,
                      global ? &*global : nullptr);
  });
}

DTensorStatus dtensorCopyToMesh(DTensorTensor tensor, DTensorLayout layout,
                                DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return copy_to_mesh(get<Tensor>(tensor, "tensor"),
                        get<Layout>(layout, "layout"));
  });
}

void dtensorDTensorDestroy(DTensorDTensor tensor) { destroy<DTensor>(tensor); }

DTensorStatus dtensorDTensorGetDType(DTensorDTensor tensor,
                                     DTensorDType *result) {
  return answer(__func__, result, [&] {
    return static_cast<DTensorDType>(get<DTensor>(tensor, "tensor").dtype());
  });
}

DTensorStatus dtensorDTensorGetRank(DTensorDTensor tensor, int64_t *result) {
  return answer(__func__, result,
                [&] { return get<DTensor>(tensor, "tensor").rank(); });
}

DTensorStatus dtensorDTensorGetShape(DTensorDTensor tensor,
                                     const int64_t **result) {
  return answer(__func__, result,
                [&] { return get<DTensor>(tensor, "tensor").shape().data(); });
}

DTensorStatus dtensorDTensorGetLayout(DTensorDTensor tensor,
                                      DTensorLayout *result) {
  return make(__func__, result,
              [&] { return get<DTensor>(tensor, "tensor").layout(); });
}

DTensorStatus dtensorDTensorGetComponent(DTensorDTensor tensor, int64_t device,
                                         DTensorTensor *result) {
  return make(__func__, result,
              [&] { return get<DTensor>(tensor, "tensor").to_local(device); });
}

DTensorStatus dtensorUnpack(DTensorDTensor tensor, int64_t numComponents,
                            DTensorTensor *components) {
  return guard(__func__, [&] {
    getList(numComponents, components, "components");
    std::vector<Tensor> tensors = unpack(get<DTensor>(tensor, "tensor"));
    if (static_cast<int64_t>(tensors.size()) != numComponents)
      throw Error("required space for " + std::to_string(tensors.size()) +
                  " components, found " + std::to_string(numComponents));
    giveAll(std::move(tensors), components);
  });
}

DTensorStatus dtensorDTensorGetReplicated(DTensorDTensor tensor,
                                          DTensorTensor *result) {
  return make(__func__, result,
              [&] { return get<DTensor>(tensor, "tensor").numpy(); });
}

DTensorStatus dtensorDTensorGetFull(DTensorDTensor tensor,
                                    DTensorTensor *result) {
  return make(__func__, result,
              [&] { return get<DTensor>(tensor, "tensor").full_tensor(); });
}

DTensorStatus dtensorRelayout(DTensorDTensor tensor, DTensorLayout layout,
                              DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return relayout(get<DTensor>(tensor, "tensor"),
                    get<Layout>(layout, "layout"));
  });
}

DTensorStatus dtensorRedistribute(DTensorDTensor tensor, DTensorLayout layout,
                                  DTensorContext context,
                                  DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return get<DTensor>(tensor, "tensor")
        .redistribute(get<Layout>(layout, "layout"), getContext(context));
  });
}

DTensorStatus dtensorDTensorPrint(DTensorDTensor tensor, char **result) {
  return answer(__func__, result,
                [&] { return copyText(get<DTensor>(tensor, "tensor").str()); });
}
