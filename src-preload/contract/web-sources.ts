import type { ToolDetails } from "./records.ts";
import { revealLine } from "./reveal-controls.ts";

/** A page of the web that a turn read or found. */
export interface WebSource {
  readonly url: string;
  readonly title: string;
  readonly host: string;
}

/** More are shown by nobody. */
const mostSources = 50;

/** The pages that were read, then those that were only found, each once. What is no address of the web is none. */
export function webSourcesOf(results: readonly (ToolDetails | undefined)[]): readonly WebSource[] {
  const told = results.flatMap((details) => details?.sources ?? []);
  const read = told.filter(({ isRead }) => isRead === true);
  const found = new Map<string, WebSource>();
  for (const { url, title } of [...read, ...told]) {
    const address = URL.parse(url);
    if (address === null || !/^https?:$/.test(address.protocol) || found.has(address.href)) continue;
    const { href, host } = address;
    found.set(href, { url: href, title: revealLine(title) || host, host });
  }
  return [...found.values()].slice(0, mostSources);
}
