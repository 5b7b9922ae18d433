import type { McpDraft, McpTarget } from "../../src-preload/contract/mcp.ts";

/** A draft under the name that was given, or under one that its program or address suggests. */
export function draftOf(name: string, target: McpTarget, values: Readonly<Record<string, string>> = {}): McpDraft {
  const handed = handedToContainer(target);
  const ours = Object.entries({ ...handed.values, ...values }).map(([key, value]) => [
    key,
    value.replace(/\$?\{env:(\w+)\}/g, "$${$1}"),
  ]);
  const called = plainName(name === "" ? suggestedName(target) : name);
  return { name: called, target: handed.target, values: Object.fromEntries(ours) };
}

/** `docker run -e KEY=abc`: the value is a variable, which Docker hands on where only its name stands there. */
function handedToContainer(target: McpTarget): Pick<McpDraft, "target" | "values"> {
  if (target.kind !== "command" || !/^(docker|podman)$/.test(target.command)) return { target, values: {} };
  const values: Record<string, string> = {};
  const args = target.args.map((word, index) => {
    const isAlone = /^(-e|--env)$/.test(target.args[index - 1] ?? "");
    const [, before = "", key = "", value] = /^(--env=)?([A-Za-z_]\w*)=([\s\S]*)$/.exec(word) ?? [];
    if (value === undefined || (before === "") !== isAlone) return word;
    values[key] = value;
    return `${before}${key}`;
  });
  return { target: { ...target, args }, values };
}

function suggestedName(target: McpTarget): string {
  return target.kind === "address" ? nameOfAddress(target.url) : nameOfCommand(target.command, target.args);
}

/** A name that a server may have. */
export function plainName(name: string): string {
  const plain = name
    .trim()
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+|-+$/g, "")
    .slice(0, 40);
  return plain === "" ? "server" : plain;
}

/** Programs that start another one. */
export const runners =
  /(^|[/\\])(npx|npm|pnpm|pnpx|yarn|bunx|uvx|uv|pipx|docker|podman|node|deno|bun|python3?|dnx)(\.\w+)?$/i;

/** `@scope/server-files@1.2` and `mcp-server-files` are called files. */
function nameOfCommand(command: string, args: readonly string[]): string {
  const words = runners.test(command) ? args.filter((word) => !/^(-|exec$|run$|dlx$|tool$|x$)/.test(word)) : [command];
  const best = words.find((word) => /mcp|server/i.test(word)) ?? words[0] ?? command;
  const isImage = /^(docker|podman)$/.test(command);
  const base = (isImage ? best.replace(/:[\w.-]+$/, "") : best)
    .replace(/\.(m?js|ts|py|exe|cmd|bat)$/i, "")
    .replace(/[/\\]+$/, "");
  const last =
    base
      .replace(/(.)(?:@|==)[^/\\]*$/, "$1")
      .split(/[/\\:]/)
      .at(-1) ?? base;
  const short = last
    .replace(/^(mcp[-_])?(server[-_])?|([-_]mcp)?([-_]server)?$/gi, "")
    .replace(/^mcp[-_]|[-_]mcp$/gi, "");
  return short === "" ? last : short;
}

/** `https://mcp.linear.app/sse` is called linear. */
function nameOfAddress(url: string): string {
  if (!URL.canParse(url)) return "server";
  const { hostname } = new URL(url);
  if (/^[\d.]+$|^localhost$|:/.test(hostname)) return "local";
  const parts = hostname.split(".").filter((part) => !/^(mcp|www|api|com|org|net|io|dev|app|ai|co)$/.test(part));
  return parts.at(-1) ?? hostname;
}
