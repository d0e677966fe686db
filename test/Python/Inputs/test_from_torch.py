"""Modules of PyTorch run on several devices."""

import numpy as np
import pytest
import torch

import dtensor as dt


class Mlp(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up = torch.nn.Linear(8, 16)
        self.down = torch.nn.Linear(16, 8)
        self.register_buffer("offset", torch.ones(8))

    def forward(self, x, scale=1.0, mask=None):
        y = self.down(torch.relu(self.up(x))) * scale + self.offset
        if mask is not None:
            y = torch.where(mask, y, 0)
        return {"y": y, "rest": (y.sum(), scale, None)}


@pytest.fixture
def model():
    torch.manual_seed(0)
    return Mlp().eval()


def check(result, expected):
    np.testing.assert_allclose(
        result.full_tensor().numpy(), expected.detach().numpy(), rtol=2e-5, atol=2e-5
    )


def test_parameters_are_arguments(model):
    x = torch.randn(4, 8)
    f = dt.from_torch(model, x)
    assert f.argument_names == [
        "x",
        "up.weight",
        "up.bias",
        "down.weight",
        "down.bias",
        "offset",
    ]
    assert f.result_names == ["y", "rest.0"]
    layouts = {"up.weight": "x,unsharded"}
    program = f.lower("x=4", in_layouts=layouts).compile()
    check(program(x)["y"], model(x)["y"])
    assert str(program.parameters["down.weight"].layout) == "unsharded,x"
    assert "all_reduce" in str(program.report())


def test_nesting_and_numbers(model):
    x, mask = torch.randn(4, 8), torch.rand(4, 8) > 0.5
    f = dt.from_torch(model, x, scale=3.0, mask=mask)
    result = f(x, scale=3.0, mask=mask)
    expected = model(x, scale=3.0, mask=mask)
    check(result["y"], expected["y"])
    check(result["rest"][0], expected["rest"][0])
    assert result["rest"][1:] == (3.0, None)
    with pytest.raises(TypeError, match="required 3.0, which is part of the program, found 4.0"):
        f(x, scale=4.0, mask=mask)
    with pytest.raises(TypeError, match="'Mlp': required arguments"):
        f(x)


def test_tensors_that_are_given(model):
    x = torch.randn(4, 8)
    f = dt.from_torch(model, x)
    result = f(dt.distribute_tensor(x, dt.Mesh("x=2"), "x,unsharded"))["y"]
    assert str(result.layout) == "x,unsharded"
    check(result, model(x)["y"])


def test_tied_weights():
    class Tied(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = torch.nn.Embedding(12, 8)
            self.head = torch.nn.Linear(8, 12, bias=False)
            self.head.weight = self.embed.weight

        def forward(self, tokens):
            return self.head(self.embed(tokens))

    model, tokens = Tied().eval(), torch.randint(0, 12, (2, 5))
    f = dt.from_torch(model, tokens)
    assert f.argument_names == ["tokens", "embed.weight"]
    program = f.lower("x=3", in_layouts={"embed.weight": "x,unsharded"}).compile()
    check(program(tokens), model(tokens))


def llama():
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=96,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        use_cache=False,
        bos_token_id=None,
        eos_token_id=None,
    )
    columns = ["q_proj", "k_proj", "v_proj", "gate_proj", "up_proj"]
    rows = ["o_proj", "down_proj"]
    layouts = {f"*.{name}.weight": "x,unsharded" for name in columns}
    layouts |= {f"*.{name}.weight": "unsharded,x" for name in rows}
    return LlamaForCausalLM(config), layouts


def gpt2():
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=96,
        n_embd=32,
        n_layer=2,
        n_head=4,
        use_cache=False,
        bos_token_id=None,
        eos_token_id=None,
    )
    return GPT2LMHeadModel(config), {"*.mlp.c_fc.weight": "unsharded,x"}


@pytest.mark.parametrize("make", [llama, gpt2])
def test_model_of_hugging_face(make):
    torch.manual_seed(0)
    model, layouts = make()
    model = model.eval()
    tokens = torch.randint(0, 96, (2, 12))
    program = dt.from_torch(model, tokens).lower("x=2", in_layouts=layouts).compile()
    result = program(tokens)
    check(result.logits, model(tokens).logits)
    # Each of both layers divides its attention, if asked to, and its MLP, and sums once for each.
    report = str(program.report())
    assert report.count("all_reduce") == (4 if make is llama else 2)
    for collective in ("all_to_all", "all_gather"):
        assert collective not in report
