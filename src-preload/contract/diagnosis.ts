import { z } from "./zod.ts";

/* What helps somebody else to find a fault, without what was said, remembered and worked on. */

export const diagnosisNames = ["versions", "checks", "settings", "data", "log"] as const;
/** One file of it. */
export type DiagnosisName = (typeof diagnosisNames)[number];

export interface DiagnosisFile {
  readonly name: DiagnosisName;
  /** As it is called in the zip. */
  readonly file: string;
  /** What it holds, as a sentence. */
  readonly holds: string;
}

const name = z.enum(diagnosisNames);

/** Inputs of the routes about diagnostics. */
export const diagnosisRoutes = {
  /** What there can be in it. Nothing is looked at yet. */
  "diagnosis.list": () => z.object({}),
  /** One file, exactly as it would be in the zip. */
  "diagnosis.read": () => z.object({ name }),
  /** A zip of these. */
  "diagnosis.make": () => z.object({ names: z.array(name).min(1).max(diagnosisNames.length) }),
} as const;

/** What their handlers answer. `name`: of the zip. */
export interface DiagnosisOutputs {
  readonly "diagnosis.list": { readonly files: readonly DiagnosisFile[] };
  readonly "diagnosis.read": { readonly text: string };
  readonly "diagnosis.make": { readonly name: string; readonly base64: string };
}
