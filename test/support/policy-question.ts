import type { PolicyQuestion } from "../../src-main/policy/decide.ts";
import { whatWasRead } from "../../src-main/policy/what-was-read.ts";

/** A chat in a trusted folder that has read nothing of strangers. */
export const plainPlace: Pick<PolicyQuestion, "isTrusted" | "place" | "read"> = {
  place: { sessionKey: "desktop:test", workFolder: "/work", platform: "linux" },
  isTrusted: async () => true,
  read: whatWasRead(() => []),
};
