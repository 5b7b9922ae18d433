import { ok } from "../../src-preload/contract/result.ts";
import type { DraftStore } from "../drafts/draft-store.ts";
import type { DomainHandlers } from "./router.ts";

export function createDraftHandlers(load: () => Promise<DraftStore>): DomainHandlers<"drafts"> {
  return {
    async "drafts.list"() {
      const listed = await (await load()).list();
      return listed.ok ? ok({ drafts: listed.value }) : listed;
    },
    async "drafts.read"({ sessionKey }) {
      const read = await (await load()).read(sessionKey);
      if (!read.ok) return read;
      return ok({ draft: read.value?.draft ?? null, savedAt: read.value?.head.savedAt ?? 0 });
    },
    async "drafts.save"({ sessionKey, draft, by }) {
      const saved = await (await load()).save(sessionKey, draft, by);
      return saved.ok ? ok({ savedAt: saved.value }) : saved;
    },
  };
}
