import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { EndpointFailure } from "../../../src-main/models/http/endpoint-answer.ts";
import { createTransport } from "../../../src-main/models/http/transport.ts";
import { causeOf, createOpenAiClient } from "../../../src-main/models/openai-client.ts";

interface Seen {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

async function endpoint(status: number, body: string): Promise<{ address: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url, headers: request.headers });
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = server.address();
  return { address: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/v1`, seen };
}

function clientOf(address: string, headers: Readonly<Record<string, string>>) {
  const transport = createTransport();
  onTestFinished(() => transport[Symbol.dispose]());
  return createOpenAiClient({ address, query: "?api-version=1", headers, transport, mostBytes: 1000 });
}

afterEach(() => vi.unstubAllEnvs());

it("sends the headers that it is given and none of its own, whatever stands in the environment", async () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-of-somebody-else");
  vi.stubEnv("OPENAI_ORG_ID", "org-of-somebody-else");
  vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
  const { address, seen } = await endpoint(200, '{"object":"list","data":[]}');
  expect(await clientOf(address, { "api-key": "k" }).get("/models")).toEqual({ object: "list", data: [] });
  expect(seen).toMatchObject([{ url: "/v1/models?api-version=1", headers: { "api-key": "k" } }]);
  const names = seen.flatMap(({ headers }) => Object.keys(headers));
  expect(names.toSorted()).toEqual(["api-key", "connection", "host"]);
});

it("hands on a failing answer as our transport told it, after a single request", async () => {
  const { address, seen } = await endpoint(503, '{"error":{"message":"busy"}}');
  const failed = await clientOf(address, {})
    .get("/models")
    .then(
      () => null,
      (thrown: unknown) => causeOf(thrown),
    );
  expect(failed).toBeInstanceOf(EndpointFailure);
  expect(failed).toMatchObject({ status: 503, body: '{"error":{"message":"busy"}}' });
  expect(seen).toHaveLength(1);
});

it("reads no more of an answer than it may", async () => {
  const { address } = await endpoint(200, JSON.stringify("x".repeat(2000)));
  await expect(clientOf(address, {}).get("/models")).rejects.toThrow();
});

it("a file goes as a form of its own kind, beside our own headers", async () => {
  const { address, seen } = await endpoint(200, '{"text":"Hello."}');
  const file = new File([new Uint8Array([1, 2, 3])], "a.wav", { type: "audio/wav" });
  const client = clientOf(address, { "api-key": "k", "content-type": "application/json" });
  expect(await client.audio.transcriptions.create({ file, model: "ear" })).toEqual({ text: "Hello." });
  expect(seen).toMatchObject([{ url: "/v1/audio/transcriptions?api-version=1", headers: { "api-key": "k" } }]);
  expect(seen[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
});
