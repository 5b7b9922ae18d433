import { describe, expect, it } from "vitest";
import { needsDaemon, packageSource } from "../../../src-main/mcp/package-runner.ts";

type Env = Readonly<Record<string, string>>;

async function sourceOf(line: string, { env = {}, npmrc = "" }: { readonly env?: Env; readonly npmrc?: string } = {}) {
  const [command = "", ...args] = line.split(" ");
  return packageSource(command, args, { env, readNpmrc: async () => npmrc });
}

describe("what a command fetches its package from", () => {
  it.each<[string, readonly string[]]>([
    ["npx -y server-files", ["registry.npmjs.org"]],
    ["/usr/local/bin/npx -y server-files", ["registry.npmjs.org"]],
    ["npx.cmd -y server-files", ["registry.npmjs.org"]],
    ["npm --yes exec server-files", ["registry.npmjs.org"]],
    ["pnpm dlx server-files", ["registry.npmjs.org"]],
    ["bunx server-files", ["registry.npmjs.org"]],
    ["yarn dlx server-files", ["registry.yarnpkg.com", "registry.npmjs.org"]],
    ["uvx server-time", ["pypi.org", "files.pythonhosted.org"]],
    ["uv tool run server-time", ["pypi.org", "files.pythonhosted.org"]],
    ["pipx run server-time", ["pypi.org", "files.pythonhosted.org"]],
    ["deno run https://esm.example.com/server.ts", ["jsr.io", "npm.jsr.io", "registry.npmjs.org", "esm.example.com"]],
    ["node server.js", []],
    ["npm start", []],
    ["bun server.ts", []],
    ["npx-like -y server-files", []],
    ["", []],
  ])("%s", async (line, hosts) => {
    expect((await sourceOf(line)).hosts).toEqual(hosts);
  });

  it("is the registry that a variable names", async () => {
    const env = {
      npm_config_registry: "https://npm.company.example/path/",
      UV_INDEX_URL: "https://py.company.example/simple",
    };
    expect((await sourceOf("npx -y a", { env })).hosts).toEqual(["npm.company.example"]);
    expect((await sourceOf("uvx a", { env })).hosts).toEqual(["py.company.example"]);
  });

  it("is the registry of the person's own npm, which it is told of, since it does not read that file", async () => {
    const npmrc =
      "//npm.company.example/:_authToken=made-up\n@scope:registry=https://other.example/\nregistry=https://npm.company.example/\n";
    expect(await sourceOf("npx -y a", { npmrc })).toEqual({
      hosts: ["npm.company.example"],
      env: { npm_config_registry: "https://npm.company.example/" },
    });
    expect((await sourceOf("npx -y a", { npmrc: "@scope:registry=https://other.example/" })).hosts).toEqual([
      "registry.npmjs.org",
    ]);
  });

  it("is nothing where that registry cannot be allowed", async () => {
    expect((await sourceOf("npx a", { env: { npm_config_registry: "http://localhost:4873" } })).hosts).toEqual([]);
    expect((await sourceOf("npx a", { env: { npm_config_registry: "no address" } })).hosts).toEqual([]);
    expect((await sourceOf("npx a", { npmrc: "registry=$" + "{REGISTRY}" })).hosts).toEqual(["registry.npmjs.org"]);
  });
});

it("a client of a container service is known by its name", () => {
  expect(["docker", "/usr/bin/podman", "docker.exe"].filter(needsDaemon)).toHaveLength(3);
  expect(["node", "dockerize", ""].filter(needsDaemon)).toEqual([]);
});
