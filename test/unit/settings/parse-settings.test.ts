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

  it.each([
    ["a value", { PERCH_AGENTS__DEFAULTS__FALLBACKMODELS: "[".repeat(30_000) + "]".repeat(30_000) }],
    ["a value in objects", { PERCH_FUTURE__X: `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}` }],
    ["a name", { [`PERCH_${Array.from({ length: 30_000 }, () => "A").join("__")}`]: "1" }],
  ])("lives through %s in the environment that lies thirty thousand levels deep in itself", (_, env) => {
    expect(() => parse("{}", env)).not.toThrow();
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

describe("a file that another tool or a hand wrote", () => {
  const defaultsOf = (content: string) => {
    const parsed = parse(content);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return { defaults: parsed.value.settings.agents.defaults, ...parsed.value };
  };

  it.each(["max_tokens", "max-tokens", "MaxTokens", "MAX_TOKENS", "maxtokens"])("reads %s as maxTokens", (key) => {
    const { defaults, unknown, raw } = defaultsOf(JSON.stringify({ agents: { defaults: { [key]: 5 } } }));
    expect(defaults.maxTokens).toBe(5);
    expect(unknown).toEqual([]);
    expect(raw).toEqual({ agents: { defaults: { maxTokens: 5 } } });
  });

  it("keeps to a setting's own name where both spellings stand there, and tells of the other", () => {
    const { defaults, unknown } = defaultsOf('{"agents":{"defaults":{"max_tokens":5,"maxTokens":6}}}');
    expect(defaults.maxTokens).toBe(6);
    expect(unknown).toEqual([{ field: "agents.defaults.max_tokens", nearest: "maxTokens" }]);
  });

  it("reads other spellings at every level, and leaves names of the person's own as they are", () => {
    const { settings } = defaultsOf(
      '{"Providers":{"my_own":{"api_base":"http://127.0.0.1:1/v1"}},"tools":{"mcp_servers":{"a_b":{"command":"x","enabled_tools":["t_u"]}}}}',
    );
    expect(settings.providers["my_own"]?.apiBase).toBe("http://127.0.0.1:1/v1");
    expect(settings.tools.mcpServers["a_b"]?.enabledTools).toEqual(["t_u"]);
  });

  it.each([
    ['{"agents":{"defaults":{"modle":"x"}}}', "agents.defaults.modle", "model"],
    ['{"agent":{}}', "agent", "agents"],
    ['{"budgets":{"day":{"mony":1}}}', "budgets.day.mony", "money"],
    ['{"tools":{"mcpServers":{"x":{"comand":"y"}}}}', "tools.mcpServers.x.comand", "command"],
    ['{"quite":{"something":"else"}}', "quite", null],
  ])("tells of a key that no setting has: %s", (content, field, nearest) => {
    expect(defaultsOf(content).unknown).toEqual([{ field, nearest }]);
  });

  it("tells of a variable of the environment that no setting has", () => {
    const parsed = parse("{}", { PERCH_AGENTS__DEFAULTS__MODLE: "x" });
    expect(parsed.ok && parsed.value.unknown).toEqual([{ field: "agents.defaults.modle", nearest: "model" }]);
  });

  it.each([
    '{"agents":null}',
    '{"agents":{"defaults":null}}',
    '{"agents":{"defaults":{"maxTokens":null,"workFolder":null}}}',
    '{"providers":null,"tools":{"mcpServers":null,"exec":{"timeoutSeconds":null}}}',
    '{"providers":{"openai":null},"prices":{"m":null}}',
    '{"budgets":{"day":null},"approvals":{"mode":null}}',
  ])("takes null where a default stands as not set: %s", (content) => {
    expect(defaultsOf(content).settings).toEqual(defaultsOf("{}").settings);
  });

  it("keeps a null that says something", () => {
    expect(defaultsOf('{"agents":{"defaults":{"contextWindow":null}}}').raw).toEqual({
      agents: { defaults: { contextWindow: null } },
    });
  });

  it("blames a variable of the environment for its value, and not the file", () => {
    const problem = message("{}", { PERCH_BUDGETS__DAY__TOKENS: "many" });
    expect(problem).toMatch(/variable PERCH_BUDGETS__DAY__TOKENS .* budgets\.day\.tokens/);
    expect(problem).not.toMatch(/Correct the file/);
    expect(message('{"budgets":{"day":{"tokens":"many"}}}', { PERCH_BUDGETS__DAY__MONEY: "1" })).toMatch(
      /Correct the file/,
    );
  });

  it.each([
    ['{"a":undefined}', "double quotes"],
    ["{a:1}", "double quotes"],
    ['{"a" 1}', "colon"],
    ['{"a":1 "b":2}', "comma"],
    ['{"a":[1', "\\]"],
    ['{"a":1', "\\}"],
    ['{"a":1} 2', "after the end"],
    ['{"path":"C:\\Users"}', "backslash"],
    ['{"a":"x\ny"}', "line break|double quote"],
    ["{/* a", "comment"],
  ])("says in words what is wrong with %s", (content, words) => {
    const problem = message(content);
    expect(problem).toMatch(new RegExp(words));
    expect(problem).not.toMatch(/[a-z][A-Z]/);
  });

  it("names a file of UTF-16 as such", () => {
    const bytes = Buffer.from('\uFEFF{"agents":{}}', "utf16le");
    expect(message(bytes.toString("utf8"))).toMatch(/UTF-16/);
  });
});
