import { sessionKeySchema } from "../../src-preload/contract/ids.ts";

/** A chat that is nobody's. */
export const testKey = sessionKeySchema.parse("cli:direct");
