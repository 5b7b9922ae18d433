import { parseBoundedJson } from "../../../src-preload/contract/bounded-json.ts";
import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import type { Host } from "../../host.ts";
import { createNetwork } from "../../network/network.ts";
import { createNetworkFetch } from "../../network/network-fetch.ts";
import { ProxyFailure } from "../../network/proxy-failure.ts";
import { reasonOf } from "../../thrown.ts";
import { text } from "../../words.ts";

const patienceMs = 15_000;
const mostBytes = 8 * 1024 * 1024;
const pageSize = 30;

export interface RegistryQuestion {
  /** Of the settings. */
  readonly base: string;
  readonly query: string;
  readonly cursor: string | null;
}

/** Null for what is no address of the web. */
export function registryAddress({ base, query, cursor }: RegistryQuestion): URL | null {
  const whole = `${base.trim().replace(/\/+$/, "")}/v0/servers`;
  if (!/^https?:\/\//i.test(whole) || !URL.canParse(whole)) return null;
  const url = new URL(whole);
  url.searchParams.set("version", "latest");
  url.searchParams.set("limit", String(pageSize));
  if (query !== "") url.searchParams.set("search", query);
  if (cursor !== null) url.searchParams.set("cursor", cursor);
  return url;
}

/** What the registry answers, parsed; else the sentence that says why there is nothing. */
export async function askRegistry(
  url: URL,
  { host, proxy, signal }: { readonly host: Host; readonly proxy: string | null; readonly signal: AbortSignal },
): Promise<Result<unknown, string>> {
  const late = new AbortController();
  using _timer = host.setTimer(patienceMs, () => late.abort());
  using way = createNetworkFetch(createNetwork(host, proxy));
  try {
    const headers = { accept: "application/json" };
    const answer = await way.fetch(url, { headers, signal: AbortSignal.any([signal, late.signal]) });
    if (!answer.ok) {
      await answer.body?.cancel();
      return fail(text("mcp.catalogue.status", { host: url.host, status: answer.status }));
    }
    const body = await bodyOf(answer);
    return body === null ? fail(text("mcp.catalogue.strange", { host: url.host })) : ok(parseBoundedJson(body));
  } catch (cause) {
    if (late.signal.aborted) return fail(text("mcp.catalogue.silent", { host: url.host, seconds: patienceMs / 1000 }));
    if (cause instanceof SyntaxError || cause instanceof RangeError) {
      return fail(text("mcp.catalogue.strange", { host: url.host }));
    }
    if (cause instanceof ProxyFailure) return fail(`${cause.message} ${cause.nextStep}`);
    return fail(text("mcp.catalogue.unreachable", { host: url.host, reason: innermost(cause) }));
  }
}

/** Null for what is too large. */
async function bodyOf(answer: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** What `fetch` throws says why in its cause. */
function innermost(thrown: unknown): string {
  return thrown instanceof Error && thrown.cause !== undefined ? innermost(thrown.cause) : reasonOf(thrown);
}
