import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { KnowledgeText } from "../../src-preload/contract/window.ts";
import type { NewProfile } from "../knowledge/profiles/create-profile.ts";
import type { Profiles } from "../knowledge/profiles/find-profiles.ts";
import type { DomainHandlers } from "./router.ts";

interface ProfileHandlerNeeds {
  readonly profiles: Pick<Profiles, "rows">;
  readonly create: (given: NewProfile) => AsyncResult<KnowledgeText>;
}

export function createProfileHandlers({ profiles, create }: ProfileHandlerNeeds): DomainHandlers<"profile"> {
  return {
    "profile.list": async () => ok({ profiles: await profiles.rows() }),
    "profile.create": create,
  };
}
