import { z } from "../../src-preload/contract/zod.ts";
import type { Subject } from "../policy/subject.ts";
import { defineTool } from "./define-tool.ts";
import type { KeptPages } from "./kept-pages.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure } from "./tool-failure.ts";
import { asUntrusted, withoutUnseen } from "./untrusted-text.ts";
import type { WebAccess } from "./web-access.ts";

export interface SearchToolParts {
  readonly web: WebAccess;
  readonly pages: KeptPages;
}

const mostPages = 20;

const input = () =>
  z.object({
    query: z.string().trim().min(1).max(500),
    count: z.int().min(1).max(mostPages).default(8),
  });
type Input = z.output<ReturnType<typeof input>>;

export function webSearchTool(parts: SearchToolParts): Tool {
  return defineTool({
    name: "web_search",
    description:
      "Search the web: titles, addresses and a few words of each page. Read the pages themselves with web_fetch.",
    words: { doing: "step.doing.webSearch", done: "step.webSearched", object: "query" },
    asks: "approval.title.webSearch",
    effect: "network",
    repeatSafe: true,
    input,
    subject: ({ query }, context) => subjectOf(query, parts, context),
    run: (arguments_, context) => run(arguments_, parts, context),
  });
}

/** Told apart from an address by the space. */
function searchOf(query: string): string {
  return `search ${query.toLowerCase().replace(/\s+/g, " ")}`;
}

async function subjectOf(query: string, { web, pages }: SearchToolParts, { runId }: ToolContext): Promise<Subject> {
  const place = await web.place();
  const admitted = place.ok && pages.mayAsk(runId, searchOf(query));
  const { address, host } = place.ok ? place.value : { address: "", host: "" };
  return { kind: "address", url: address, host, method: "search", query, admitted };
}

async function run(
  { query, count }: Input,
  { web, pages }: SearchToolParts,
  context: ToolContext,
): Promise<ToolResult> {
  if (!pages.mayAsk(context.runId, searchOf(query))) {
    return failure("This was searched for twice in this turn already: use the earlier result.", "fetched-twice");
  }
  pages.count(context.runId, searchOf(query));
  const found = await web.search({ query, count, signal: context.signal });
  context.signal.throwIfAborted();
  if (!found.ok) {
    const { message, nextStep, isPassing } = found.error;
    return { ...failure(`${message} ${nextStep}`.trim(), "no-search"), passing: isPassing };
  }
  const { title, host, pages: list } = found.value;
  const result = { kind: "done", untrusted: host } as const;
  if (list.length === 0) return { ...result, content: `${title} found no page for this. Try other words.` };
  const lines = list.map(({ title: name, url, words }, index) => {
    return withoutUnseen(`${index + 1}. ${name}\n   ${url}${words === "" ? "" : `\n   ${words}`}`);
  });
  const sources = list.map(({ url, title: name }) => ({ url, title: withoutUnseen(name) }));
  return { ...result, content: `${title} found:\n${asUntrusted(lines.join("\n"), host)}`, details: { sources } };
}
