import { z } from "./zod.ts";

/* What Perch is made of beside its own code. */

/** A package, or a font, of somebody else. */
export const partSchema = z.object({
  name: z.string(),
  /** "" for a font. */
  version: z.string(),
  /** As SPDX names it, e.g. `MIT`. */
  licence: z.string(),
});
export type Part = z.infer<typeof partSchema>;

/** Routes of it. A part of `routeInputs`. */
export const aboutInputs = {
  /** In the order of their names. `not-found` where this Perch was not built. */
  "about.parts": () => z.object({}),
  /** The text of the licence of one. */
  "about.licence": () => z.object({ name: z.string().min(1).max(300), version: z.string().max(100) }),
} as const;

export interface AboutOutputs {
  "about.parts": { readonly parts: readonly Part[] };
  "about.licence": { readonly text: string };
}
