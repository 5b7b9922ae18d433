import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import { maxAttachedBytes } from "../../src-preload/contract/routes.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import type { Notify } from "./notices.ts";

/** Hands files to the agent, which keeps them beside the chat. What cannot be taken is told, the rest goes on. */
export async function attachFiles(
  files: readonly File[],
  sessionKey: SessionKey,
  { client, notify }: { readonly client: AgentClient; readonly notify: Notify },
): Promise<readonly Media[]> {
  const added: Media[] = [];
  for (const file of files) {
    if (file.size > maxAttachedBytes) {
      notify(text("composer.tooLarge", { name: file.name, most: maxAttachedBytes / 1024 / 1024 }), "failed");
      continue;
    }
    const base64 = encode(new Uint8Array(await file.arrayBuffer()));
    const kept = await client.request("file.attach", { sessionKey, name: file.name, base64 });
    if (kept.ok) added.push(kept.value.media);
    else notify(kept.error.message, "failed");
  }
  return added;
}

function encode(bytes: Uint8Array): string {
  const step = 0x8000;
  let binary = "";
  for (let at = 0; at < bytes.length; at += step) binary += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(binary);
}
