import { proposalDecisionSchema } from "./knowledge.ts";
import { attachedBase64, relativePath } from "./route-parts.ts";
import { z } from "./zod.ts";

/** Routes of what the agent knows: files, skills, the memory, what is recalled. A part of `routeInputs`. */
export const knowledgeInputs = {
  "knowledge.list": () => z.object({}),
  "knowledge.read": () => z.object({ path: relativePath }),
  /** `base` is the version that was edited; another one on the disk is a `conflict` with `data.text` and `data.version`. */
  "knowledge.save": () =>
    z.object({ path: relativePath, text: z.string().max(2_000_000), base: z.string().nullable() }),
  /** Every skill, those that cannot be used too, by name. */
  "skill.list": () => z.object({}),
  /** Switches one on or off, for every chat from its next turn on. */
  "skill.enable": () => z.object({ name: z.string().min(1).max(200), enabled: z.boolean() }),
  /** Of the template; a name that one of the person's own has is a `conflict`. What is wrong has its field in `data.field`. */
  "skill.create": () => z.object({ name: z.string().max(200), description: z.string().max(4096) }),
  /** Looks at what could be brought in: a folder, a zip, or the address of one. Nothing is written. */
  "skill.preview": () =>
    z.object({
      origin: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("folder"), path: z.string().max(4096) }),
        z.object({ kind: z.literal("zip"), base64: attachedBase64 }),
        z.object({ kind: z.literal("address"), address: z.string().max(4096) }),
      ]),
    }),
  /** Brings in just what was shown under this token; a `conflict` where it is no longer there, or the disk has another one. */
  "skill.import": () => z.object({ token: z.string().max(100), names: z.array(z.string().max(200)).min(1).max(100) }),
  /** Every agent profile, those that cannot be used too, by name. */
  "profile.list": () => z.object({}),
  /** Of the template; `conflict` where there is one of this name. What is wrong has its field in `data.field`. */
  "profile.create": () => z.object({ name: z.string().max(200), description: z.string().max(4096) }),
  /** What the file held, newest first. */
  "knowledge.versions": () => z.object({ path: relativePath }),
  "knowledge.readVersion": () => z.object({ path: relativePath, version: z.string().max(64) }),
  /** The entry (`id` of what was recalled) is never recalled again, or is again. */
  "recall.refuse": () => z.object({ id: z.string().min(1).max(2000), refused: z.boolean() }),
  /** What makes vectors of what can be recalled, how far that is, and well-known models as `provider/model`. */
  "recall.describe": () => z.object({}),
  /** The memory and what is said in chats may go to this base address from now on. */
  "recall.agree": () => z.object({ address: z.string().max(4096) }),
  /** Sends a made-up sentence to what is chosen. */
  "recall.test": () => z.object({}),
  /** Changes of the memory that wait for the person. */
  "memory.proposals": () => z.object({}),
  /** Another program of the person wants a fact to be remembered; it always waits for the person. */
  "memory.propose": () => z.object({ fact: z.string().trim().min(1).max(600) }),
  /** `fact`: as the person has edited it. */
  "memory.decide": () =>
    z.object({ id: z.string().max(100), decision: proposalDecisionSchema, fact: z.string().max(2000).optional() }),
} as const;
