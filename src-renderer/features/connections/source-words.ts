import type { LimitSource } from "../../../src-preload/contract/providers.ts";
import type { TextKey } from "../../ui/text.ts";

/** Who told a window. */
export const sourceWords: Readonly<Record<LimitSource, TextKey>> = {
  settings: "context.source.settings",
  provider: "connection.source.provider",
  overflow: "context.source.overflow",
  table: "context.source.table",
  default: "connection.source.default",
};
