import type { JsonObject } from "./tool-arguments.ts";

/** The schemas of the tools by name. The build fills them in, since making them takes a start 8 ms; the sources make their own. */
export const builtSchemas: Readonly<Record<string, JsonObject>> = {};
