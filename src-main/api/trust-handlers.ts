import { ok } from "../../src-preload/contract/result.ts";
import type { FolderTrust } from "../policy/folder-trust.ts";
import type { TrustLook } from "../workspace/trust-look.ts";
import type { DomainHandlers } from "./router.ts";

interface TrustDependencies {
  readonly trust: Pick<FolderTrust, "list" | "set">;
  readonly look: TrustLook;
}

export function createTrustHandlers({ trust, look }: TrustDependencies): DomainHandlers<"trust"> {
  return {
    async "trust.list"() {
      const listed = await trust.list();
      return listed.ok ? ok({ folders: listed.value }) : listed;
    },
    "trust.look": ({ sessionKey, workFolder }) => look(sessionKey, workFolder ?? null),
    async "trust.set"({ folder, isTrusted }) {
      const set = await trust.set(folder, isTrusted);
      return set.ok ? ok({}) : set;
    },
  };
}
