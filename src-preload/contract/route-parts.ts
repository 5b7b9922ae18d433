import { maxAttachedBytes } from "./bounds.ts";
import { z } from "./zod.ts";

/* What the inputs of several domains of routes are made of. */

const maxAttachedChars = Math.ceil(maxAttachedBytes / 3) * 4;
export const attachedBase64 = z
  .base64()
  .max(maxAttachedChars, `a file has at most ${maxAttachedBytes / 1024 / 1024} MB`);

/** Inside a folder that the route names; `/` between names. */
export const relativePath = z.string().max(4096);
