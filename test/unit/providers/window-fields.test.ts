import { describe, expect, it } from "vitest";
import { listedModel } from "../../../src-main/providers/listed-model.ts";
import { listedLimits, listedModels } from "../../../src-main/providers/window-fields.ts";

describe("the window that a list tells", () => {
  it.each([
    [{ meta: { n_ctx: 8192, n_ctx_train: 262_144 } }, 8192, 262_144],
    [{ meta: { n_ctx_train: 262_144 } }, null, 262_144],
    [{ max_context_length: 131_072 }, null, 131_072],
    [{ max_context: 131_072 }, null, 131_072],
    [{ max_input_tokens: 100_000 }, null, 100_000],
    [{ max_model_len: 4096, max_context_length: 131_072 }, 4096, 131_072],
    [{ context_length: 200_000, top_provider: { context_length: 100_000 } }, 100_000, null],
  ])("is what is served, apart from what the model could do: %j", (entry, contextWindow, claimedWindow) => {
    expect(listedLimits({ id: "m", ...entry })).toMatchObject({ contextWindow, claimedWindow });
  });
  it("of a row is never the length that a model was trained with", () => {
    expect(listedModel({ id: "m", meta: { n_ctx_train: 262_144 } }).contextWindow).toBeNull();
    expect(listedModel({ id: "m", max_context_length: 32_768 }).contextWindow).toBe(32_768);
  });
  it("of a LoRA is that of the model it belongs to", () => {
    const models = listedModels({
      data: [
        { id: "base", max_model_len: 32_768 },
        { id: "m", parent: "base", max_model_len: null },
      ],
    });
    expect(models.map((model) => listedLimits(model).contextWindow)).toEqual([32_768, 32_768]);
  });
});
