import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import type { Host } from "../../host.ts";
import { addressOfBase } from "../../models/addresses.ts";
import { requestError } from "../../models/errors/connection-error.ts";
import { simpleError, wireError } from "../../models/errors/model-errors.ts";
import { createTransport } from "../../models/http/transport.ts";
import { isObject, numberOf } from "../../models/json.ts";
import type { ModelError } from "../../models/model.ts";
import { createNetwork } from "../../network/network.ts";
import { accessTo } from "../../providers/endpoint-access.ts";
import type { ResolvedEndpoint } from "../../providers/resolve-model.ts";

export interface Embedded {
  /** One for each text, in their order, all of one length. */
  readonly vectors: readonly Float32Array[];
  /** Null where the endpoint does not tell. */
  readonly inputTokens: number | null;
}

export interface EmbeddingRequest {
  readonly texts: readonly string[];
  /** The longest that an answer is waited for. */
  readonly timeoutMs: number;
}

/** A batch of the longest vectors there are, written as numbers, is less. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** One request to `…/embeddings`. Tries once: what it is for goes on without vectors. */
export async function askEmbeddings(
  endpoint: ResolvedEndpoint,
  { texts, timeoutMs }: EmbeddingRequest,
  host: Host,
  signal: AbortSignal,
): Promise<Result<Embedded, ModelError>> {
  const address = addressOfBase(endpoint.baseUrl);
  const access = await accessTo(endpoint, address, host);
  if (!access.ok) return access;
  const { place, headers } = access.value;
  using transport = createTransport(createNetwork(host, endpoint.proxy));
  const late = new AbortController();
  using _timer = host.setTimer(timeoutMs, () => late.abort());
  const { causeOf, createOpenAiClient } = await import("../../models/openai-client.ts");
  const query = new URL(endpoint.baseUrl).search;
  const client = createOpenAiClient({ address, query, headers, transport, mostBytes: maxAnswerBytes });
  try {
    const answer: unknown = await client.embeddings.create(
      // Named, since the client would ask for another form, which not every server knows.
      { model: endpoint.modelName, input: [...texts], encoding_format: "float" },
      { signal: AbortSignal.any([signal, late.signal]), timeout: timeoutMs + 60_000 },
    );
    if (isObject(answer) && isObject(answer["error"])) {
      return fail(wireError({ status: 200, body: answer, headers: {}, now: host.now() }, place));
    }
    const embedded = embeddedIn(answer, texts.length);
    return embedded === null ? fail(simpleError("protocol", place)) : ok(embedded);
  } catch (thrown) {
    if (signal.aborted) return fail(simpleError("aborted", place));
    if (late.signal.aborted) return fail(simpleError("timeout", place));
    return fail(requestError(causeOf(thrown), place, host.now()));
  }
}

/** Null for anything but one vector for each text. They may come in any order, each with its `index`. */
function embeddedIn(answer: unknown, count: number): Embedded | null {
  if (!isObject(answer) || !Array.isArray(answer["data"])) return null;
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const [at, row] of answer["data"].entries()) {
    const values = isObject(row) ? vectorOf(row["embedding"]) : null;
    const index = isObject(row) ? (numberOf(row["index"]) ?? at) : at;
    if (values === null || index < 0 || index >= count) return null;
    vectors[index] = values;
  }
  const whole = vectors.flatMap((vector) => vector ?? []);
  const length = whole[0]?.length ?? 0;
  if (whole.length !== count || length === 0 || whole.some((vector) => vector.length !== length)) return null;
  const usage = isObject(answer["usage"]) ? answer["usage"] : {};
  return { vectors: whole, inputTokens: numberOf(usage["prompt_tokens"]) ?? numberOf(usage["total_tokens"]) };
}

function vectorOf(value: unknown): Float32Array | null {
  if (!Array.isArray(value)) return null;
  const values = Float32Array.from(value, (one) => (typeof one === "number" ? one : Number.NaN));
  return values.every(Number.isFinite) ? values : null;
}
