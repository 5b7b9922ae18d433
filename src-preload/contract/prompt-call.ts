import { serverName } from "./mentions.ts";

/*
 * A prompt of an MCP server as a person calls it: `/server:prompt name=value other="more words"`. In quotes, `\"` is a quote, `\\` a
 * backslash and `\n` a line break. No command and no skill has a colon in its name.
 */

export interface PromptCall {
  readonly server: string;
  readonly prompt: string;
  readonly values: Readonly<Record<string, string>>;
}

/** `rest`: what stands behind the name and is no `name=value`; "" where all of it is. */
export interface ReadPromptCall extends PromptCall {
  readonly rest: string;
}

const head =
  /^\/(?:"([^"\n]{1,100})"|([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,99})):(?:"([^"\n]{1,300})"|([^\s":/]{1,300}))(?=\s|$)/u;
const pair = /^\s*([^\s="]{1,200})=(?:"((?:[^"\\]|\\[\s\S])*)"|([^\s"]*))(?=\s|$)/;

/** Null for what calls no prompt. */
export function readPromptCall(message: string): ReadPromptCall | null {
  const found = head.exec(message);
  if (found === null) return null;
  const [whole, quotedServer, server = "", quotedPrompt, prompt = ""] = found;
  const values = new Map<string, string>();
  let rest = message.slice(whole.length);
  for (let next = pair.exec(rest); next !== null; next = pair.exec(rest)) {
    const [all, name = "", quoted, bare = ""] = next;
    values.set(
      name,
      quoted === undefined ? bare : quoted.replace(/\\([\s\S])/g, (_, sign) => (sign === "n" ? "\n" : sign)),
    );
    rest = rest.slice(all.length);
  }
  return {
    server: quotedServer ?? server,
    prompt: quotedPrompt ?? prompt,
    values: Object.fromEntries(values),
    rest: rest.trim(),
  };
}

/** Null where a name cannot be written. */
export function writePromptCall({ server, prompt, values }: PromptCall): string | null {
  const name = promptName(server, prompt);
  if (name === null) return null;
  const pairs = Object.entries(values).map(([key, value]) => `${key}=${writeValue(value)}`);
  return [name, ...pairs].join(" ");
}

/** `/server:prompt`; null where a name cannot be written. */
export function promptName(server: string, prompt: string): string | null {
  const name = serverName(server);
  if (name === null || prompt === "" || prompt.length > 300 || /["\n\r]/.test(prompt)) return null;
  return `/${name}:${/[\s:/]/.test(prompt) ? `"${prompt}"` : prompt}`;
}

function writeValue(value: string): string {
  if (/^[^\s"\\]+$/.test(value)) return value;
  return `"${value.replace(/["\\]/g, (sign) => `\\${sign}`).replaceAll("\n", "\\n")}"`;
}
