import { distance } from "fastest-levenshtein";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { providerSpecs } from "./provider-list.ts";
import { plainName } from "./provider-specs.ts";

/** Prefixes of model names at gateways and on own servers that look like a provider's name. */
const makers: ReadonlySet<string> = new Set(["zai", "vertex", "grok"]);

/** The number of letters that may differ; one in a short name. */
const mostWrong = 2;
const shortName = 4;

/** The provider that was meant by a name which is no provider's; null where it is no slip of the pen. */
export function nearProvider(given: string, settings: Settings): string | null {
  const wanted = plainName(given);
  if (wanted.length < 3 || makers.has(wanted)) return null;
  const names = [...Object.keys(settings.providers), ...providerSpecs.map(({ name }) => name), "practice"];
  const [best] = names
    .map((name) => ({ name, wrong: distance(wanted, plainName(name)) }))
    .filter(({ name, wrong }) => isSlip(wanted, plainName(name), wrong))
    .toSorted((a, b) => a.wrong - b.wrong);
  return best?.name ?? null;
}

/** `mistralai` and `deepseek-ai` are the makers themselves. */
function isSlip(wanted: string, name: string, wrong: number): boolean {
  const most = Math.min(wanted.length, name.length) <= shortName ? 1 : mostWrong;
  return wrong <= most && wanted !== `${name}ai`;
}
