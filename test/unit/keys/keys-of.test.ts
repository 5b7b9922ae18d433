import { expect, it } from "vitest";
import { keysInSettings } from "../../../src-main/keys/keys-in-settings.ts";
import { keysInEnvironment } from "../../../src-main/providers/provider-specs.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";

it("the keys of a home are those of its settings and of the variables that providers read", () => {
  const settings = settingsSchema.parse({
    providers: {
      openai: { apiKey: " sk-settings " },
      mistral: { apiKey: "secret:mistral" },
      ollama: {},
    },
  });
  const env = {
    ANTHROPIC_API_KEY: "sk-ant-env",
    GROQ_API_KEY: "",
    OTHER_API_KEY: "not-ours",
    OPENAI_API_KEY: "sk-settings",
  };
  expect([...new Set([...keysInSettings(settings), ...keysInEnvironment(env)])]).toEqual(["sk-settings", "sk-ant-env"]);
});
