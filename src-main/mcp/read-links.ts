import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import type { McpDraft } from "../../src-preload/contract/mcp.ts";
import { draftOf } from "./draft-names.ts";
import { fieldsOf } from "./fields.ts";
import { draftsIn, readEntry } from "./read-entries.ts";

/**
 * The servers of a link that would add them to another app: `cursor://…/mcp/install`, `vscode:mcp/install`, `goose://extension`,
 * and the pages that stand for these. Null for any other link.
 */
export function readLink(link: string, platform: NodeJS.Platform): readonly McpDraft[] | null {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  const around = url.searchParams.get("url");
  if (around !== null && /^(vscode|cursor)[\w-]*:/.test(around)) return readLink(around, platform);
  if (url.protocol === "goose:") return gooseDraft(url);
  if (/^vscode[\w-]*:$/.test(url.protocol) && !url.searchParams.has("config")) {
    return draftsIn(jsonOf(decoded(url.search.slice(1))), platform);
  }
  const isWeb = /^https?:$/.test(url.protocol);
  const isInstall = /install|add_mcp/i.test(`${url.hostname}${url.pathname}`);
  const config = url.searchParams.get("config");
  if (config === null || !isInstall) return isWeb ? null : [];
  const value = jsonOf(config) ?? jsonOf(Buffer.from(config.replaceAll(" ", "+"), "base64").toString("utf8"));
  const name = url.searchParams.get("name") ?? "";
  const own = readEntry(name, fieldsOf(value), platform);
  return own === null ? draftsIn(value, platform) : [own];
}

function gooseDraft({ searchParams }: URL): readonly McpDraft[] {
  const command = searchParams.get("cmd");
  const name = searchParams.get("id") ?? searchParams.get("name") ?? "";
  const address = searchParams.get("url");
  const env = searchParams.getAll("env").map((pair) => pair.split("=")[0] ?? "");
  const values = Object.fromEntries(env.filter((key) => key !== "").map((key) => [key, `<${key}>`]));
  if (command !== null) {
    return [draftOf(name, { kind: "command", command, args: searchParams.getAll("arg"), cwd: null }, values)];
  }
  return address === null ? [] : [draftOf(name, { kind: "address", url: address })];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that means itself.
    return text;
  }
}

function jsonOf(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    // Other apps write it in base64.
    return undefined;
  }
}
