import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { McpTarget } from "../../src-preload/contract/mcp.ts";
import type { RouteInput } from "../../src-preload/contract/routes.ts";
import { keyWord } from "../../src-preload/contract/settings.ts";
import { type TextKey, text } from "../words.ts";

/** What is left out stays as it is. */
export type McpChange = RouteInput<"mcp.save">;

/** The field of a form that is wrong. */
type McpField =
  | "name"
  | "command"
  | "args"
  | "cwd"
  | "url"
  | "valueName"
  | "value"
  | "hosts"
  | "folders"
  | "timeoutSeconds";

const mostChars = 10_000;
const longestSeconds = 3600;

export function wrong(
  field: McpField,
  key: TextKey,
  values: Readonly<Record<string, string | number>> = {},
): ContractError {
  return contractError("invalid-input", text(key, values), { field });
}

/** What is wrong with a server, in words for the person, with its `field` in `data`. */
export function problemOfChange(
  change: Omit<McpChange, "target"> & { readonly target: McpTarget },
): ContractError | null {
  const { name, target, values = {}, timeoutSeconds = 1 } = change;
  if (!/^[a-z0-9][a-z0-9._-]{0,39}$/i.test(name)) return wrong("name", "mcp.badName");
  const ofTarget = target.kind === "address" ? problemOfAddress(target.url) : problemOfCommand(target);
  if (ofTarget !== null) return ofTarget;
  for (const [key, value] of Object.entries(values)) {
    const problem = target.kind === "address" ? problemOfHeader(key, value) : problemOfVariable(key, value);
    if (problem !== null) return problem;
  }
  const isTime = Number.isFinite(timeoutSeconds) && timeoutSeconds >= 1 && timeoutSeconds <= longestSeconds;
  return isTime ? null : wrong("timeoutSeconds", "mcp.badTime", { most: longestSeconds });
}

function problemOfCommand({ command, args, cwd }: Extract<McpTarget, { kind: "command" }>): ContractError | null {
  if (command === "") return wrong("command", "mcp.noCommand");
  if ([command, ...args].some((word) => word.includes(keyWord)))
    return wrong("args", "settings.shownKey", { key: keyWord });
  const blank = args.find((word) => /^<[^<>]+>$/.test(word));
  if (blank !== undefined) return wrong("args", "mcp.blank", { word: blank.slice(0, 100) });
  if (isUnfit(command)) return wrong("command", "mcp.badText");
  if (args.some(isUnfit)) return wrong("args", "mcp.badText");
  return cwd !== null && isUnfit(cwd) ? wrong("cwd", "mcp.badText") : null;
}

function problemOfAddress(url: string): ContractError | null {
  if (url === "") return wrong("url", "mcp.noAddress");
  if (url.includes(keyWord)) return wrong("url", "settings.shownKey", { key: keyWord });
  if (!URL.canParse(url) || !["http:", "https:"].includes(new URL(url).protocol)) {
    return wrong("url", "mcp.badAddress", { url: url.slice(0, 200) });
  }
  const { username, password } = new URL(url);
  return username + password === "" ? null : wrong("url", "mcp.keyInAddress");
}

function problemOfVariable(name: string, value: string | null): ContractError | null {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    return wrong("valueName", "mcp.badVariable", { name: name.slice(0, 100) });
  return value !== null && isUnfit(value) ? wrong("value", "mcp.badText") : null;
}

function problemOfHeader(name: string, value: string | null): ContractError | null {
  if (!/^[!#$%&'*+.^_`|~A-Za-z0-9-]+$/.test(name))
    return wrong("valueName", "mcp.badHeader", { name: name.slice(0, 100) });
  return value === null || (/^[\t\x20-\x7e]*$/.test(value) && value.length <= mostChars)
    ? null
    : wrong("value", "mcp.badText");
}

/** No program can be given it. */
export function isUnfit(value: string): boolean {
  return value.length > mostChars || value.includes("\0");
}
