import { assertNever, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import type { DecodedText } from "../tools/encode-text.ts";
import type { TextEncoding } from "../tools/encoding-names.ts";
import type { FileState } from "./file-state.ts";

/** How texts are read and written, as the file tools do it. */
export interface TextTools {
  detectEncoding(bytes: Uint8Array, isWhole: boolean): Promise<TextEncoding | null>;
  decodeText(bytes: Uint8Array, encoding: TextEncoding): string;
  encodeChange(before: DecodedText, after: string): Result<Buffer, string>;
}

/** A longer text is not compared. */
const maxTextBytes = 2_000_000;

/** What stood at a path, as text; `missing`: it is not kept any more. */
export type StateText = Result<DecodedText, "missing" | "not-text">;

const nothing: DecodedText = { bytes: Buffer.alloc(0), text: "", encoding: "utf-8" };

export async function textOfState(state: FileState, objects: ObjectStore, texts: TextTools): Promise<StateText> {
  switch (state.kind) {
    case "absent":
      return ok(nothing);
    case "link":
      return ok({ bytes: Buffer.from(state.target), text: state.target, encoding: "utf-8" });
    case "folder":
    case "unkept":
      return fail("not-text");
    case "file":
      return textOfFile(state, objects, texts);
    default:
      return assertNever(state);
  }
}

async function textOfFile(
  { hash, size }: Extract<FileState, { kind: "file" }>,
  objects: ObjectStore,
  texts: TextTools,
): Promise<StateText> {
  if (size > maxTextBytes) return (await objects.has(hash)) ? fail("not-text") : fail("missing");
  const bytes = await objects.read(hash);
  if (bytes === null) return fail("missing");
  const encoding = await texts.detectEncoding(bytes, true);
  if (encoding === null) return fail("not-text");
  return ok({ bytes, text: texts.decodeText(bytes, encoding), encoding });
}
