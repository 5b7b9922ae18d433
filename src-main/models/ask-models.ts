import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { discoverCapabilities } from "./capabilities.ts";
import type { ModelError } from "./model.ts";
import { readKey, type SetUpProvider } from "./resolve-model.ts";

/** The names of the models that a provider lists, asked at `GET …/models` and nowhere else. */
export async function askModels(
  provider: Pick<SetUpProvider, "name" | "baseUrl" | "key" | "extraHeaders">,
  host: Host,
  timeoutMs: number,
): Promise<Result<readonly string[], ModelError>> {
  const { name, baseUrl, key, extraHeaders } = provider;
  const found = await discoverCapabilities(
    {
      id: name,
      modelName: "",
      baseUrl,
      apiKey: await readKey(key, host.secrets),
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
