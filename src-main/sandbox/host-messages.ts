import { z } from "../../src-preload/contract/zod.ts";

/*
 * What Perch and the process that holds the sandbox runtime say to each other, a message at a time. Every question has a
 * number, and one answer with it.
 */

/** Absolute paths; bubblewrap takes no patterns. */
const pathsSchema = z.object({
  denyRead: z.array(z.string()),
  allowRead: z.array(z.string()),
  allowWrite: z.array(z.string()),
  denyWrite: z.array(z.string()),
});
export type ReachPaths = z.infer<typeof pathsSchema>;

export const questionSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("begin"),
    number: z.number(),
    /** Absolute paths of the programs that the runtime needs; null: the platform brings it along. */
    bubblewrap: z.string().nullable(),
    socat: z.string().nullable(),
    ripgrep: z.string(),
    /** For a container whose /proc is partly hidden. */
    isNested: z.boolean(),
  }),
  z.object({
    kind: z.literal("wrap"),
    number: z.number(),
    command: z.string(),
    shell: z.string(),
    commandId: z.string(),
    paths: pathsSchema,
    hosts: z.array(z.string()),
  }),
  /** Of one that goes on: what it was refused since this was asked last. */
  z.object({ kind: z.literal("refused"), number: z.number(), commandId: z.string() }),
  /** From now on it reaches these hosts alone. */
  z.object({ kind: z.literal("narrow"), number: z.number(), commandId: z.string(), hosts: z.array(z.string()) }),
  /** The command has ended. */
  z.object({ kind: z.literal("done"), number: z.number(), commandId: z.string() }),
]);
export type Question = z.infer<typeof questionSchema>;

export const answerSchema = z.object({
  number: z.number(),
  answer: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("begun") }),
    z.object({ kind: z.literal("wrapped"), argv: z.array(z.string()).min(1) }),
    z.object({ kind: z.literal("narrowed") }),
    /** Lines of the runtime's own store of what it refused, since that was asked last. */
    z.object({ kind: z.literal("refused"), lines: z.array(z.string()) }),
    z.object({ kind: z.literal("failed"), reason: z.string() }),
  ]),
});
export type Answer = z.infer<typeof answerSchema>["answer"];
