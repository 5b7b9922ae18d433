import { ok } from "../../src-preload/contract/result.ts";
import type { ChatFiles } from "../files/chat-files.ts";
import type { DomainHandlers } from "./router.ts";

export function createFileHandlers(files: ChatFiles): DomainHandlers<"file"> {
  return {
    "file.list": ({ sessionKey, ...asked }) => files.list(sessionKey, asked),
    "file.read": ({ sessionKey, path }) => files.read(sessionKey, path),
    "file.open": ({ sessionKey, path }) => files.openToEdit(sessionKey, path),
    "file.save": ({ sessionKey, ...saved }) => files.save(sessionKey, saved),
    "file.show": ({ sessionKey, path }) => files.show(sessionKey, path),
    async "file.find"({ sessionKey, query, limit }) {
      const found = await files.find(sessionKey, { words: query, limit });
      return found.ok ? ok({ paths: found.value }) : found;
    },
    async "file.watch"({ sessionKey, folders }, caller) {
      const watch = await files.watch(sessionKey, folders);
      if (!watch.ok) return watch;
      // What was watched before is let go of once all of it is watched anew: nothing between the two is missed.
      caller.keep(watch.value);
      return ok({});
    },
    async "file.attach"({ sessionKey, name, base64 }) {
      const kept = await files.attach(sessionKey, name, Buffer.from(base64, "base64"));
      return kept.ok ? ok({ media: kept.value }) : kept;
    },
    "file.result": ({ sessionKey, ...asked }) => files.result(sessionKey, asked),
  };
}
