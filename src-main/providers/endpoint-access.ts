import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { readReferences } from "../keys/secret-references.ts";
import { keyHeader } from "../models/addresses.ts";
import { type ErrorContext, simpleError } from "../models/errors/model-errors.ts";
import type { ModelError } from "../models/model.ts";
import { text } from "../words.ts";
import { type ResolvedEndpoint, readKey } from "./resolve-model.ts";

/** What a request to an endpoint needs beside its address. */
interface Access {
  readonly place: ErrorContext;
  readonly headers: Readonly<Record<string, string>>;
}

/** The key and the headers of an endpoint, read from where they are kept. */
export async function accessTo(
  { id, key, quirks, extraHeaders, provider }: ResolvedEndpoint,
  address: string,
  host: Host,
): Promise<Result<Access, ModelError>> {
  try {
    const [apiKey, own] = await Promise.all([readKey(key, host.secrets), readReferences(extraHeaders, host.secrets)]);
    const headers: Record<string, string> = { accept: "application/json" };
    const { name, value } = keyHeader(quirks.keyHeader, apiKey);
    if (value !== null) headers[name] = value;
    for (const [extra, content] of Object.entries(own)) headers[extra.toLowerCase()] = content;
    return ok({ place: { modelId: id, address, key: apiKey }, headers });
  } catch (cause) {
    host.log("error", "the key could not be read", { provider, error: String(cause) });
    return fail(simpleError("auth", { modelId: id, address, key: null }, text("model.keyUnreadable")));
  }
}
