import { z } from "./zod.ts";

export const refusalSchema = z.union([
  z.object({ kind: z.literal("host"), host: z.string() }),
  /** Some of the network; which host is not told. */
  z.object({ kind: z.literal("network") }),
  z.object({ kind: z.literal("write") }),
]);
/** What the sandbox kept a command from. */
export type Refusal = z.infer<typeof refusalSchema>;
