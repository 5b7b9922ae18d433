import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Check } from "../../src-preload/contract/system.ts";
import { text } from "../words.ts";

/** Finds out what a model's name means; sends nothing. */
export type OpenModel = (modelId: string) => AsyncResult<unknown>;

/** A check for each model that stands in and cannot: a chat would only find out when it is needed. */
export async function checkFallbacks(settings: Settings | null, openModel: OpenModel): Promise<readonly Check[]> {
  const ids = settings?.agents.defaults.fallbackModels ?? [];
  const opened = await Promise.all(ids.map(async (id) => ({ id, model: await openModel(id) })));
  return opened.flatMap(({ id, model }) => {
    if (model.ok) return [];
    const named = { id: "fallback", name: text("doctor.fallback", { model: id }), state: "warning" } as const;
    return [{ ...named, message: model.error.message, nextStep: text("doctor.fallback.fix") }];
  });
}
