import { describe, expect, it } from "vitest";
import { parseSettings } from "../../../src-main/settings/parse-settings.ts";

const path = "/home/u/.perch/config.json";
const parse = (content: string, env: Record<string, string> = {}) => parseSettings(content, env, path);

function message(content: string, env: Record<string, string> = {}): string {
  const parsed = parse(content, env);
  return parsed.ok ? "" : parsed.error.message;
}

describe("config.json", () => {
  it.each(["", "{}", "\uFEFF{}", "// nothing\n{}"])("gives every default for %j", (content) => {
    const parsed = parse(content);
    expect(parsed.ok && parsed.value.settings.agents.defaults).toMatchObject({
      model: null,
      temperature: 0.1,
      maxTokens: 8192,
      maxToolIterations: 40,
      workFolder: "~/Assistant",
    });
    expect(parsed.ok && parsed.value.settings.approvals.mode).toBe("ask");
  });

  it("names line and column of broken JSON", () => {
    expect(message('{\n  "agents": {\n    "defaults": { "model" "x" }\n  }\n}')).toMatch(/line 3, column 27/);
  });

  it("names the field with a wrong value", () => {
    expect(message('{"agents":{"defaults":{"maxTokens":"many"}}}')).toMatch(/agents\.defaults\.maxTokens/);
    expect(message("[1]")).toMatch(/must be a JSON object/);
  });

  it("reads a variable, and names the field of one that is missing without showing a value", () => {
    const reference = "$".concat("{MY_KEY}");
    const content = JSON.stringify({ providers: { openai: { apiKey: reference } } });
    const parsed = parse(content, { MY_KEY: "sk-secret" });
    expect(parsed.ok && parsed.value.settings.providers["openai"]?.apiKey).toBe("sk-secret");
    expect(parsed.ok && JSON.stringify(parsed.value.raw)).toContain(reference);
    expect(message(content)).toMatch(/MY_KEY.*providers\.openai\.apiKey/);
  });

  it("keeps keys that it does not know", () => {
    const parsed = parse('{"future":{"x":1},"agents":{"defaults":{"y":2}}}');
    expect(parsed.ok && parsed.value.settings).toMatchObject({ future: { x: 1 }, agents: { defaults: { y: 2 } } });
  });

  it.each([
    ["PERCH_AGENTS__DEFAULTS__MODEL", "openai/x", "model", "openai/x"],
    ["PERCH_AGENTS__DEFAULTS__MAX_TOKENS", "100", "maxTokens", 100],
    ["perch_ignored", "1", "model", null],
    ["PERCH_AGENTS__DEFAULTS__CONTEXTWINDOW", "4096", "contextWindow", 4096],
    ["PERCH_AGENTS__DEFAULTS__FALLBACKMODELS", '["a","b"]', "fallbackModels", ["a", "b"]],
  ])("takes %s from the environment", (name, value, field, expected) => {
    const parsed = parse("{}", { [name]: value });
    const defaults: Record<string, unknown> = parsed.ok ? parsed.value.settings.agents.defaults : {};
    expect(defaults[field]).toEqual(expected);
  });

  it("sets up a provider from the environment alone", () => {
    const parsed = parse("{}", {
      PERCH_PROVIDERS__CUSTOM__API_BASE: "http://127.0.0.1:1/v1",
      PERCH_PROVIDERS__CUSTOM__APIKEY: "123",
    });
    expect(parsed.ok && parsed.value.settings.providers["custom"]).toMatchObject({
      apiBase: "http://127.0.0.1:1/v1",
      apiKey: "123",
    });
  });

  it.each([
    ["objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["lists", `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`],
    ["what is never closed", '{"a":['.repeat(10_000)],
  ])("refuses %s ten thousand levels deep with a clear sentence", (_, content) => {
    expect(message(content)).toMatch(/nested more than 100 levels deep/);
  });

  it("counts no brackets in texts and comments, and none that are closed", () => {
    const lists = `[${"[],".repeat(300)}[]]`;
    const content = `{"a": "${"[".repeat(200)}", /* ${"{".repeat(200)} */ "b": ${lists}} // ${"[".repeat(200)}`;
    expect(message(content)).toBe("");
  });

  it("takes nothing from a key that would change the prototype", () => {
    parse('{"__proto__":{"polluted":true},"agents":{"__proto__":{"polluted":true}}}');
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});
