import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Environment } from "./candidates.ts";
import { keysOf } from "./model-pool.ts";

const secretName = /auth(?!ors?\b)|key|token|secret|cookie|password|credential|signature|\bsig\b/i;

/** Every text in the settings and the environment that lets somebody in: keys, headers, and what addresses carry. */
export function keysInSettings(settings: Settings, env: Environment): readonly string[] {
  const more = Object.values(settings.providers).flatMap(({ apiBase, extraHeaders }) => [
    ...Object.entries(extraHeaders).flatMap(([name, value]) => keysOfHeader(name, value)),
    ...keysOfAddress(apiBase ?? ""),
  ]);
  return [...keysOf(settings, env), ...more];
}

/** Names under which the settings keep keys in the key store. */
export function secretNames(settings: Settings): readonly string[] {
  const given = Object.values(settings.providers).map(({ apiKey }) => apiKey?.trim() ?? "");
  return given.filter((key) => key.startsWith("secret:")).map((key) => key.slice("secret:".length));
}

function keysOfHeader(name: string, value: string): readonly string[] {
  if (!secretName.test(name) && !looksRandom(value)) return [];
  const [, scheme = "", rest = ""] = /^(\S+)\s+(\S.*)$/.exec(value.trim()) ?? [];
  if (rest === "") return [value];
  const decoded = /^basic$/i.test(scheme) ? Buffer.from(rest, "base64").toString("utf8") : "";
  const password = decoded.slice(decoded.indexOf(":") + 1);
  return [value, rest, password];
}

/** `?key=…`, and `https://name:password@host`. */
function keysOfAddress(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  const asked = [...searchParams].filter(([name, value]) => secretName.test(name) || looksRandom(value));
  return [safelyDecoded(password), password, ...asked.map(([, value]) => value)];
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    if (cause instanceof URIError) return text;
    throw cause;
  }
}

/** Long, in one piece, of letters and digits: no word, no address and no date. */
function looksRandom(value: string): boolean {
  return /^[A-Za-z0-9_+/=.~-]{20,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
}
