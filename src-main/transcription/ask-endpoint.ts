import { recordingEnding } from "../../src-preload/contract/recordings.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { addressOfBase } from "../models/addresses.ts";
import { requestError } from "../models/errors/connection-error.ts";
import { type ErrorContext, simpleError, wireError } from "../models/errors/model-errors.ts";
import { createTransport } from "../models/http/transport.ts";
import { isObject, numberOf, textOf } from "../models/json.ts";
import type { ModelError } from "../models/model.ts";
import { createNetwork } from "../network/network.ts";
import { accessTo } from "../providers/endpoint-access.ts";
import type { ResolvedEndpoint } from "../providers/resolve-model.ts";

export interface Upload {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** A hint at what is spoken; null for none. */
  readonly language: string | null;
  /** The longest that an answer is waited for. */
  readonly timeoutMs: number;
}

/** What an endpoint heard; null where it does not tell. */
export interface Heard {
  readonly text: string;
  readonly seconds: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** The words of a day's talk have less than one. */
const maxAnswerBytes = 8 * 1024 * 1024;

/** One request to `…/audio/transcriptions`. Tries once: a person waits, and asks again where that is of use. */
export async function askEndpoint(
  endpoint: ResolvedEndpoint,
  upload: Upload,
  host: Host,
  signal: AbortSignal,
): Promise<Result<Heard, ModelError>> {
  const address = addressOfBase(endpoint.baseUrl);
  const access = await accessTo(endpoint, address, host);
  if (!access.ok) return access;
  const { place, headers } = access.value;
  using transport = createTransport(createNetwork(host, endpoint.proxy));
  const late = new AbortController();
  using _timer = host.setTimer(upload.timeoutMs, () => late.abort());
  const { causeOf, createOpenAiClient } = await import("../models/openai-client.ts");
  const query = new URL(endpoint.baseUrl).search;
  const client = createOpenAiClient({ address, query, headers, transport, mostBytes: maxAnswerBytes });
  const name = `recording.${recordingEnding(upload.mediaType)}`;
  try {
    const answer: unknown = await client.audio.transcriptions.create(
      {
        file: new File([new Uint8Array(upload.bytes)], name, { type: upload.mediaType }),
        model: endpoint.modelName,
        response_format: "json",
        ...(upload.language === null ? {} : { language: upload.language }),
      },
      // The client's own limit would end long recordings; ours is in the signal.
      { signal: AbortSignal.any([signal, late.signal]), timeout: upload.timeoutMs + 60_000 },
    );
    return heardIn(answer, place, host.now());
  } catch (thrown) {
    if (signal.aborted) return fail(simpleError("aborted", place));
    if (late.signal.aborted) return fail(simpleError("timeout", place));
    return fail(requestError(causeOf(thrown), place, host.now()));
  }
}

/** Servers answer `{ "text" }` with more or less beside it, or with the words alone. */
function heardIn(answer: unknown, place: ErrorContext, now: number): Result<Heard, ModelError> {
  const nothing = { seconds: null, inputTokens: null, outputTokens: null };
  if (typeof answer === "string" || typeof answer === "number" || typeof answer === "boolean") {
    const words = String(answer).trim();
    // A page of a gateway that has nothing to do with it.
    if (/^<(?:!doctype|html|\?xml)/i.test(words)) return fail(simpleError("protocol", place));
    return ok({ ...nothing, text: words });
  }
  if (!isObject(answer)) return fail(simpleError("protocol", place));
  if (answer["error"] !== undefined && answer["error"] !== null) {
    return fail(wireError({ status: 200, body: answer, headers: {}, now }, place));
  }
  if (typeof answer["text"] !== "string") return fail(simpleError("protocol", place));
  const usage = isObject(answer["usage"]) ? answer["usage"] : {};
  return ok({
    text: textOf(answer["text"]).trim(),
    seconds: numberOf(usage["seconds"]) ?? numberOf(answer["duration"]),
    inputTokens: numberOf(usage["input_tokens"]),
    outputTokens: numberOf(usage["output_tokens"]),
  });
}
