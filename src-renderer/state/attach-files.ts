import { maxAttachedBytes } from "../../src-preload/contract/bounds.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import type { Notify } from "./notices.ts";

/** A file as it can be handed over, perhaps in several; null where it is too large. */
export type DivideFile = (file: File) => Promise<readonly File[] | null>;

interface AttachNeeds {
  readonly client: AgentClient;
  readonly notify: Notify;
  readonly divide?: DivideFile | undefined;
}

const onlyWhole: DivideFile = async (file) => (file.size > maxAttachedBytes ? null : [file]);

/** Hands files to the agent, which keeps them beside the chat. What cannot be taken is told, the rest goes on. */
export async function attachFiles(
  files: readonly File[],
  sessionKey: SessionKey,
  { client, notify, divide = onlyWhole }: AttachNeeds,
): Promise<readonly Media[]> {
  const added: Media[] = [];
  for (const chosen of files) {
    const divided = await readable(divide(chosen), chosen, notify);
    if (divided === null) {
      notify(text("composer.tooLarge", { name: chosen.name, most: maxAttachedBytes / 1024 / 1024 }), "failed");
    }
    for (const file of divided ?? []) {
      const base64 = await readable(encodeFile(file), chosen, notify);
      if (base64 === undefined) break;
      const kept = await client.request("file.attach", { sessionKey, name: file.name, base64 });
      if (kept.ok) added.push(kept.value.media);
      else notify(kept.error.message, "failed");
    }
  }
  return added;
}

/** Undefined, once that was told, where the browser cannot read it: a folder, or a file that is gone by now. */
async function readable<Value>(read: Promise<Value>, file: File, notify: Notify): Promise<Value | undefined> {
  try {
    return await read;
  } catch (cause) {
    console.warn("a file could not be read", cause);
    notify(text("composer.unreadable", { name: file.name }), "failed");
    return undefined;
  }
}

export async function encodeFile(file: File): Promise<string> {
  return encode(new Uint8Array(await file.arrayBuffer()));
}

function encode(bytes: Uint8Array): string {
  const step = 0x8000;
  let binary = "";
  for (let at = 0; at < bytes.length; at += step) binary += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(binary);
}
