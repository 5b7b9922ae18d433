import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { Check } from "../../src-preload/contract/system.ts";
import type { SearchTest } from "../../src-preload/contract/web-search.ts";
import { text } from "../words.ts";

export type TestSearch = () => AsyncResult<SearchTest>;

/** Whether the chosen provider answers a search; without a key or an address it is not asked. A chat goes on without it. */
export async function checkWebSearch(testSearch: TestSearch): Promise<Check> {
  const named = { id: "web-search", name: text("doctor.webSearch") } as const;
  const tested = await testSearch();
  if (!tested.ok) {
    return { ...named, state: "warning", message: tested.error.message, nextStep: text("doctor.settings.fix") };
  }
  const test = tested.value;
  if (test.kind === "passed") return { ...named, state: "ok", message: test.message };
  return { ...named, state: "warning", message: test.message, nextStep: test.nextStep };
}
