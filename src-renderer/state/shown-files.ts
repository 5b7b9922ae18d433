import { createStore } from "zustand/vanilla";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { FilePreview } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { type Load, loaded } from "./load.ts";

/** A picture as its bytes, anything else as it is told. */
export type ShownFile =
  | Exclude<FilePreview, { readonly kind: "image" }>
  | { readonly kind: "image"; readonly bytes: Blob; readonly size: number };

export type ShownLoad = Load<{ readonly file: ShownFile }>;

type Files = Readonly<Record<string, ShownLoad>>;

/** Bytes that are kept; the oldest are forgotten first, and read again when they are shown again. */
const mostKept = 96 * 1024 * 1024;
const mostFiles = 200;

export function shownFileId(sessionKey: SessionKey, path: string): string {
  return `${sessionKey}\n${path}`;
}

/** Files that messages show: pictures that a text names, and what was attached. Each is asked for once. */
export function createShownFiles(client: AgentClient) {
  const store = createStore<{ readonly files: Files }>(() => ({ files: {} }));

  function keep(id: string, load: ShownLoad): void {
    const { [id]: _, ...others } = store.getState().files;
    const newest = [...Object.entries(others), [id, load] as const].reverse();
    let left = mostKept;
    const kept = newest.filter(([, one], index) => {
      left -= sizeOf(one);
      return index === 0 || (left >= 0 && index < mostFiles);
    });
    store.setState({ files: Object.fromEntries(kept.reverse()) });
  }

  return {
    store,
    /** Reads it, unless it is there or on its way. One that failed is tried again. */
    async ask(sessionKey: SessionKey, path: string): Promise<void> {
      const id = shownFileId(sessionKey, path);
      const known = store.getState().files[id];
      if (known !== undefined && known.kind !== "failed") return;
      keep(id, { kind: "loading" });
      const answer = await client.request("file.show", { sessionKey, path });
      keep(
        id,
        loaded(answer, (preview) => ({ file: shownOf(preview) })),
      );
    },
  };
}

export type ShownFiles = ReturnType<typeof createShownFiles>;

function sizeOf(load: ShownLoad): number {
  return load.kind === "ready" && load.file.kind === "image" ? load.file.size : 0;
}

function shownOf(preview: FilePreview): ShownFile {
  if (preview.kind !== "image") return preview;
  const binary = atob(preview.base64);
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  return { kind: "image", bytes: new Blob([bytes], { type: preview.mediaType }), size: preview.size };
}
