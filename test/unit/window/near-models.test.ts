import { expect, it } from "vitest";
import { nearModels } from "../../../src-renderer/state/near-models.ts";

const ids = ["custom/m-small", "custom/m-large", "openai/gpt-5"];

it("names the models that are most like what was typed, the most alike first", () => {
  expect(nearModels("m-lrge", ids)).toEqual(["custom/m-large"]);
  expect(nearModels(" Custom/M-lrge ", ids)).toEqual(["custom/m-large", "custom/m-small"]);
  expect(nearModels("gpt5", ids)).toEqual(["openai/gpt-5"]);
});

it("names none where none is like it", () => {
  expect(nearModels("zzzzzzzz", ids)).toEqual([]);
});
