import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { readReferences } from "../keys/secret-references.ts";
import { simpleError } from "../models/errors/model-errors.ts";
import type { ModelError } from "../models/model.ts";
import { createNetwork } from "../network/network.ts";
import { text } from "../words.ts";
import type { SetUpProvider } from "./candidates.ts";
import { type Capabilities, discoverCapabilities } from "./capabilities.ts";
import { isChatModel } from "./chat-models.ts";
import { readKey } from "./resolve-model.ts";

type AskedProvider = Pick<SetUpProvider, "name" | "baseUrl" | "key" | "keyHeader" | "extraHeaders" | "proxy">;

export interface CapabilityQuestion {
  /** The model whose limits are wanted; "" for none. */
  readonly modelName: string;
  /** Also ask the endpoints that local servers have beside `/v1`. */
  readonly asksNative: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly isAskedByPerson?: boolean;
}

/** What a provider tells of its models. A key store that fails is a failed answer, as it is for a chat. */
export async function askCapabilities(
  provider: AskedProvider,
  question: CapabilityQuestion,
  host: Host,
): Promise<Result<Capabilities, ModelError>> {
  const { name, baseUrl, keyHeader } = provider;
  const { signal, ...wanted } = question;
  const access = await accessTo(provider, host);
  if (!access.ok) return access;
  const place = { id: name, baseUrl, keyHeader, ...access.value };
  const network = createNetwork(host, provider.proxy);
  return discoverCapabilities({ ...place, ...wanted, clock: host, log: host.log, network }, signal);
}

export interface AskedModels {
  /** Every name of the list. */
  readonly all: readonly string[];
  /** Those that a chat can be had with. */
  readonly forChat: readonly string[];
}

/** The names of the models that a provider lists, asked at `GET …/models` and nowhere else. */
export async function askModels(
  provider: AskedProvider,
  host: Host,
  timeoutMs: number,
): Promise<Result<AskedModels, ModelError>> {
  const { signal } = new AbortController();
  const question = { modelName: "", asksNative: false, timeoutMs, signal, isAskedByPerson: true };
  const found = await askCapabilities(provider, question, host);
  if (!found.ok) return found;
  const models = found.value.models.filter(({ id }) => id !== "");
  return ok({ all: models.map(({ id }) => id), forChat: models.filter(isChatModel).map(({ id }) => id) });
}

interface Access {
  readonly apiKey: string | null;
  readonly extraHeaders: Readonly<Record<string, string>>;
}

async function accessTo(provider: AskedProvider, host: Host): Promise<Result<Access, ModelError>> {
  const { name, baseUrl, key } = provider;
  try {
    const extraHeaders = await readReferences(provider.extraHeaders, host.secrets);
    return ok({ apiKey: await readKey(key, host.secrets), extraHeaders });
  } catch (cause) {
    host.log("error", "the key could not be read", { provider: name, error: String(cause) });
    const place = { modelId: name, address: baseUrl, key: null };
    return fail(simpleError("auth", place, text("model.keyUnreadable")));
  }
}
