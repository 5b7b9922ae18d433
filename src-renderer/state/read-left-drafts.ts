import { draftChars, maxAside, maxMessageChars, maxMessageMedia } from "../../src-preload/contract/bounds.ts";
import type { Draft } from "../../src-preload/contract/drafts.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isRecord } from "../../src-preload/contract/own-value.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import { isSessionKey } from "../../src-preload/contract/session-key.ts";

/* Reads what lies in the page's storage; what is no draft there is passed over. By hand: the page does not load zod. */

interface LeftDraft {
  readonly key: SessionKey;
  readonly draft: Draft;
  /** When the page was closed; 0 where that is not known. */
  readonly at: number;
}

/** The drafts of a page that was closed, as they are kept under this name. */
export function readUnsaved(name: string): readonly LeftDraft[] {
  return Object.entries(storedRecord(name)).flatMap(([key, left]) => {
    const { draft, at } = isRecord(left) ? left : {};
    if (!isDraft(draft) || typeof at !== "number") return passedOver(name);
    return isSessionKey(key) ? [{ key, draft, at }] : [];
  });
}

/** Those of an earlier version: by chat the text of the draft, then of what lies aside. */
export function readFormer(name: string): readonly LeftDraft[] {
  return Object.entries(storedRecord(name)).flatMap(([key, texts]) => {
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === "string")) return passedOver(name);
    if (!isSessionKey(key)) return [];
    const [top = { text: "", media: [] }, ...lower] = texts.map((text) => ({ text, media: [] }));
    return [{ key, draft: lower.length === 0 ? top : { ...top, aside: lower.toReversed() }, at: 0 }];
  });
}

function passedOver(name: string): readonly LeftDraft[] {
  console.warn(`something in ${name} of this browser is no draft`);
  return [];
}

/** What is kept under a name, unchecked; nothing where it is no record. */
export function storedRecord(name: string): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "{}");
    return isRecord(kept) ? kept : {};
  } catch (cause) {
    console.warn(`${name} of this browser could not be read`, cause);
    return {};
  }
}

type Written = Pick<Draft, "text" | "media" | "replaces">;

function isDraft(value: unknown): value is Draft {
  if (!isRecord(value)) return false;
  const { aside = [] } = value;
  if (!isWritten(value) || !Array.isArray(aside) || aside.length > maxAside || !aside.every(isWritten)) return false;
  return draftChars({ text: value.text, aside }) <= maxMessageChars;
}

function isWritten(value: unknown): value is Written {
  if (!isRecord(value)) return false;
  const { text, media, replaces } = value;
  if (typeof text !== "string" || !(replaces === undefined || isShortText(replaces))) return false;
  return Array.isArray(media) && media.length <= maxMessageMedia && media.every(isMedia);
}

function isShortText(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.length <= 100;
}

function isMedia(value: unknown): value is Media {
  if (!isRecord(value)) return false;
  const { kind, path, mediaType, name, heard, size } = value;
  if ((kind !== "image" && kind !== "file") || typeof path !== "string" || typeof mediaType !== "string") return false;
  return (
    (name === undefined || typeof name === "string") &&
    (heard === undefined || typeof heard === "boolean") &&
    (size === undefined || typeof size === "number")
  );
}
