import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { text } from "../settings/text.ts";
import { discoverCapabilities } from "./capabilities.ts";
import { simpleError } from "./errors/model-errors.ts";
import type { ModelError } from "./model.ts";
import { readKey, type SetUpProvider } from "./resolve-model.ts";

type AskedProvider = Pick<SetUpProvider, "name" | "baseUrl" | "key" | "extraHeaders">;

/** The names of the models that a provider lists, asked at `GET …/models` and nowhere else. */
export async function askModels(
  provider: AskedProvider,
  host: Host,
  timeoutMs: number,
): Promise<Result<readonly string[], ModelError>> {
  const { name, baseUrl, extraHeaders } = provider;
  const key = await keyOf(provider, host);
  if (!key.ok) return key;
  const found = await discoverCapabilities(
    {
      id: name,
      modelName: "",
      baseUrl,
      apiKey: key.value,
      extraHeaders,
      asksNative: false,
      clock: host,
      log: host.log,
      timeoutMs,
    },
    new AbortController().signal,
  );
  return found.ok ? ok(found.value.modelIds.filter((id) => id !== "")) : found;
}

/** A key store that fails is a failed answer, as it is for a chat. */
async function keyOf({ name, baseUrl, key }: AskedProvider, host: Host): Promise<Result<string | null, ModelError>> {
  try {
    return ok(await readKey(key, host.secrets));
  } catch (cause) {
    host.log("error", "the key could not be read", { provider: name, error: String(cause) });
    const place = { modelId: name, address: baseUrl, key: null };
    return fail(simpleError("auth", place, text("model.keyUnreadable")));
  }
}
