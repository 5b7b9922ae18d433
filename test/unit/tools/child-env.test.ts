import { expect, test } from "vitest";
import { childEnvironment } from "../../../src-main/tools/child-env.ts";

test.each([
  "OPENAI_API_KEY",
  "github_token",
  "CLIENT_SECRET",
  "PGPASSWORD",
  "MYSQL_PASSWD",
  "AWS_CREDENTIALS",
  "PERCH_HOME",
  "PERCH_PROVIDERS__X__APIKEY",
  "NODE_OPTIONS",
  "BASH_ENV",
  "npm_config__auth",
  "npm_config_//registry.npmjs.org/:_authToken",
])("%s does not reach a child", (name) => {
  expect(childEnvironment({ [name]: "value", PATH: "/bin" }, [])).toEqual({ PATH: "/bin" });
});

test.each(["PATH", "HOME", "LANG", "SSH_AUTH_SOCK", "HTTPS_PROXY", "npm_config_registry"])("%s does", (name) => {
  expect(childEnvironment({ [name]: "value", UNSET: undefined }, [])).toEqual({ [name]: "value" });
});

test("a value that is or holds a configured key is dropped, whatever its name", () => {
  const env = { A: "sk-12345678", B: "Bearer sk-12345678", C: "other", D: "abc", E: "abcdef" };
  expect(childEnvironment(env, ["sk-12345678", "abc", ""])).toEqual({ C: "other", E: "abcdef" });
});
