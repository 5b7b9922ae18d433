import type { SessionKey } from "./ids.ts";
import { isSessionKey } from "./session-key.ts";

/*
 * What a message names with an `@`, beside files: a chat, `@chat:"Title"` or `@chat:KEY`, and a resource of an MCP server,
 * `@server:uri`. Plain text, which a person can read and type; the same on both sides. A name or an address that holds a
 * blank stands in quotes.
 */

export type Mention =
  | { readonly kind: "chat"; readonly written: string; readonly by: "title"; readonly title: string }
  | { readonly kind: "chat"; readonly written: string; readonly by: "key"; readonly key: SessionKey }
  | { readonly kind: "resource"; readonly written: string; readonly server: string; readonly uri: string };

/** A name that needs no quotes. A server that is called `chat` is written in quotes. */
const plainName = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,99}$/u;
const chatName = "chat";
const mostTitleChars = 200;
const mostAddressChars = 2000;

/** An `@` that begins a word: `name@host:port` is no mention. Every part is bounded, so that no text makes it slow. */
const written =
  /(?<![^\s([{])@(?:"([^"\n]{1,100})"|([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,99})):(?:"([^"\n]{1,2000})"|([^\s"]{1,2000}))/gu;

/** What ends a sentence or a bracket behind an address that stands in no quotes. */
const ending = /[.,;:!?)\]}'>]+$/;

/** Every mention once, in their order. Whether there is such a chat or server is not looked at. */
export function mentionsIn(message: string): readonly Mention[] {
  if (!message.includes("@")) return [];
  const found = [...message.matchAll(written)].flatMap((match): readonly Mention[] => {
    const [, quotedName, plain = "", quoted, bare = ""] = match;
    const value = quoted ?? bare.replace(ending, "");
    if (value === "") return [];
    const mention = quoted === undefined ? match[0].slice(0, match[0].length - bare.length + value.length) : match[0];
    if (quotedName !== undefined || plain !== chatName) {
      return [{ kind: "resource", written: mention, server: quotedName ?? plain, uri: value }];
    }
    return quoted === undefined && isSessionKey(value)
      ? [{ kind: "chat", written: mention, by: "key", key: value }]
      : [{ kind: "chat", written: mention, by: "title", title: value }];
  });
  return [...new Map(found.map((mention) => [mention.written, mention])).values()];
}

interface NamedChat {
  readonly key: SessionKey;
  readonly title: string;
  /** No other chat has this title. */
  readonly isAlone: boolean;
}

/** By its title, where that tells which chat is meant. */
export function chatMention({ key, title, isAlone }: NamedChat): string {
  const isPlain = title.trim() !== "" && title.length <= mostTitleChars && !/["\n\r]/.test(title);
  return `@chat:${isAlone && isPlain ? `"${title}"` : key}`;
}

/** Null for what cannot be written in one line. */
export function resourceMention(server: string, uri: string): string | null {
  const name = serverName(server);
  if (name === null || uri === "" || uri.length > mostAddressChars || /["\n\r]/.test(uri)) return null;
  return `@${name}:${/\s/.test(uri) || ending.test(uri) ? `"${uri}"` : uri}`;
}

/** As it stands in front of the colon; null for a name that cannot be written. */
export function serverName(server: string): string | null {
  if (plainName.test(server) && server !== chatName) return server;
  return server === "" || server.length > 100 || /["\n\r]/.test(server) ? null : `"${server}"`;
}
