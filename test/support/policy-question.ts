import type { PolicyQuestion } from "../../src-main/policy/decide.ts";
import { ok } from "../../src-preload/contract/result.ts";

/** A chat that has read nothing of strangers. */
export const plainPlace: Pick<PolicyQuestion, "context" | "place" | "earlierStranger"> = {
  place: { sessionKey: "desktop:test", workFolder: "/work", platform: "linux" },
  context: () => [],
  earlierStranger: null,
};

/** Nothing is remembered, and every folder is trusted. */
export const plainParts = { rules: { list: async () => ok([]) }, trust: { trusts: async () => true } } as const;
