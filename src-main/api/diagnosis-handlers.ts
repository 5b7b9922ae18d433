import type { DiagnosisFile } from "../../src-preload/contract/diagnosis.ts";
import { ok } from "../../src-preload/contract/result.ts";
import type { createDiagnosis } from "../health/diagnosis/diagnosis.ts";
import type { DomainHandlers } from "./router.ts";

interface DiagnosisHandlerNeeds {
  /** Loaded when somebody looks. */
  readonly open: () => Promise<{
    readonly list: () => readonly DiagnosisFile[];
    readonly diagnosis: ReturnType<typeof createDiagnosis>;
  }>;
}

export function createDiagnosisHandlers({ open }: DiagnosisHandlerNeeds): DomainHandlers<"diagnosis"> {
  return {
    "diagnosis.list": async () => ok({ files: (await open()).list() }),
    async "diagnosis.read"({ name }) {
      const read = await (await open()).diagnosis.read(name);
      return read.ok ? ok({ text: read.value }) : read;
    },
    "diagnosis.make": async ({ names }) => (await open()).diagnosis.make(names),
  };
}
