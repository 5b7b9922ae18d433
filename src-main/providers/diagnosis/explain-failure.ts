import { networkInterfaces } from "node:os";
import type { ModelProblem, TestStage } from "../../../src-preload/contract/window.ts";
import type { Host } from "../../host.ts";
import { readReferences } from "../../keys/secret-references.ts";
import { keyHeader } from "../../models/addresses.ts";
import { createTransport } from "../../models/http/transport.ts";
import type { ModelError } from "../../models/model.ts";
import { createNetwork } from "../../network/network.ts";
import type { SetUpProvider } from "../candidates.ts";
import { plainName, providerOfKey, providerSpec } from "../provider-specs.ts";
import { readKey } from "../resolve-model.ts";
import { candidateBases } from "./candidate-bases.ts";
import { diagnose, mayBePath } from "./diagnose.ts";
import { addressOf, type TestedKey } from "./findings.ts";
import { type LookOptions, lookAt, type Sighting } from "./look-at.ts";

/** The failure of one stage of a test. */
export interface StageFailure {
  readonly stage: TestStage;
  /** Null when the answer itself was wrong rather than the request. */
  readonly error: ModelError | null;
  readonly tookMs: number;
  /** The time limit of the request. */
  readonly seconds: number;
}

export interface FailedTest {
  readonly failure: StageFailure;
  readonly provider: SetUpProvider;
  readonly modelId: string | null;
  /** The provider's list; null where it gave none. */
  readonly models: readonly string[] | null;
}

const lookPatienceMs = 5000;

/** Looks around where that can tell more, and says what is wrong. The key goes to the origin it was meant for alone. */
export async function explainFailure(test: FailedTest, host: Host): Promise<ModelProblem> {
  const { failure, provider, modelId, models } = test;
  const { baseUrl, name } = provider;
  const { key, value } = await keyOf(provider, host);
  const looked = mayBePath(failure.error, models) ? await lookAround(provider, value, host) : nothingSeen;
  return diagnose({
    place: { provider: name, modelId, modelName: nameIn(modelId, name), baseUrl, key },
    stage: failure.stage,
    error: failure.error,
    models,
    ...looked,
    hasNetwork: hasNetwork(),
    seconds: failure.seconds,
  });
}

interface Looked {
  readonly here: Sighting | null;
  readonly elsewhere: Sighting | null;
}

const nothingSeen: Looked = { here: null, elsewhere: null };

async function lookAround(provider: SetUpProvider, key: string | null, host: Host): Promise<Looked> {
  const { baseUrl } = provider;
  // Without what cannot be read, the looks show what comes of that.
  const extraHeaders = await readReferences(provider.extraHeaders, host.secrets).catch(() => ({}));
  const base = new URL(baseUrl);
  const controller = new AbortController();
  using _timer = host.setTimer(lookPatienceMs, () => controller.abort());
  using transport = createTransport(createNetwork(host, provider.proxy));
  const headers: Record<string, string> = { accept: "application/json" };
  const own = keyHeader(provider.keyHeader, key);
  if (own.value !== null) headers[own.name] = own.value;
  for (const [name, value] of Object.entries(extraHeaders)) headers[name.toLowerCase()] = value;
  const options: LookOptions = { transport, headers, search: base.search, signal: controller.signal };
  const [here, ...beside] = await Promise.all(
    [addressOf(baseUrl), ...candidateBases(baseUrl)].map((address) => lookAt(address, options)),
  );
  const isGood = ({ answer }: Sighting) => answer.kind === "models" && answer.count > 0;
  if (here !== undefined && isGood(here)) return { here, elsewhere: null };
  // A list is better than a question for a key, which a gate in front of everything asks too.
  const asks = here?.answer.kind === "asks-key" ? undefined : beside.find(({ answer }) => answer.kind === "asks-key");
  return { here: here ?? null, elsewhere: beside.find(isGood) ?? asks ?? null };
}

/** Where the key comes from, and the key itself for the looks alone. */
async function keyOf(provider: SetUpProvider, host: Host): Promise<{ key: TestedKey; value: string | null }> {
  const { name, key: source } = provider;
  const value = await readKey(source, host.secrets).catch((cause: unknown) => {
    host.log("error", "the key could not be read", { provider: name, error: String(cause) });
    return null;
  });
  const variable = providerSpec(name)?.keyVariable ?? null;
  const isVariable = variable !== null && source.kind === "value" && host.env[variable]?.trim() === source.value;
  const kept = source.kind === "secret" ? "key-store" : "settings";
  const from = value === null ? "none" : kept;
  const whose = value === null ? null : providerOfKey(value);
  const isOthers = whose?.isSure === true && plainName(whose.spec.name) !== plainName(name);
  const looksLike = isOthers ? { name: whose.spec.name, title: whose.spec.title } : null;
  return { key: { from: isVariable ? "variable" : from, variable, looksLike }, value };
}

function nameIn(modelId: string | null, provider: string): string {
  if (modelId === null) return "";
  return modelId.startsWith(`${provider}/`) ? modelId.slice(provider.length + 1) : modelId;
}

/** Whether any way leads off this computer. Nothing is sent to find out. */
function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal) === true);
}
