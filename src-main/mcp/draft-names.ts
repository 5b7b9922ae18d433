import type { McpDraft, McpTarget } from "../../src-preload/contract/mcp.ts";

/** A draft under the name that was given, or under one that its program or address suggests. */
export function draftOf(name: string, target: McpTarget, values: Readonly<Record<string, string>> = {}): McpDraft {
  const ours = Object.entries(values).map(([key, value]) => [key, value.replace(/\$\{env:(\w+)\}/g, "$${$1}")]);
  return { name: plainName(name === "" ? suggestedName(target) : name), target, values: Object.fromEntries(ours) };
}

function suggestedName(target: McpTarget): string {
  return target.kind === "address" ? nameOfAddress(target.url) : nameOfCommand(target.command, target.args);
}

function plainName(name: string): string {
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
  const base = best.replace(/\.(m?js|ts|py|exe|cmd|bat)$/i, "").replace(/[/\\]+$/, "");
  const last =
    base
      .replace(/(.)@[^/\\]*$/, "$1")
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
