import type { Host } from "../../host.ts";
import type { ModelError } from "../../models/model.ts";
import type { ResolvedEndpoint } from "../resolve-model.ts";
import { explainFailure } from "./explain-failure.ts";

interface FailedEndpoint {
  readonly endpoint: ResolvedEndpoint;
  readonly error: ModelError;
  readonly tookMs: number;
}

/** Why an endpoint that is asked for no chat failed, and what to do next, in words for a person. */
export async function explainEndpoint({ endpoint, error, tookMs }: FailedEndpoint, host: Host) {
  const { provider: name, baseUrl, isLocal, key, extraHeaders, proxy, quirks } = endpoint;
  const provider = { name, baseUrl, isLocal, key, extraHeaders, proxy, keyHeader: quirks.keyHeader };
  const failure = { stage: "first-token", error, tookMs, seconds: Math.round(tookMs / 1000) } as const;
  const { code, message, nextStep } = await explainFailure(
    { failure, provider, modelId: endpoint.id, models: null },
    host,
  );
  /** What is asked for is not there: the path, or the model. */
  const isMissing = code === "wrong-path" || code === "unknown-model";
  return { message, nextStep, isMissing };
}
