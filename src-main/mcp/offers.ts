import { maxMessageChars } from "../../src-preload/contract/bounds.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { McpOffers, McpPrompt } from "../../src-preload/contract/mcp-offers.ts";
import type { PromptCall } from "../../src-preload/contract/prompt-call.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Clock } from "../host.ts";
import { text } from "../words.ts";
import { toToolResult } from "./content.ts";
import type { McpDependencies } from "./dependencies.ts";
import { type ContentsParts, type ReadResource, readContents } from "./read-contents.ts";
import type { Server } from "./server.ts";
import type { OfferedBy } from "./server-offers.ts";

/** A list that a server does not give sooner is there the next time. */
const patienceMs = 3000;

/** What a prompt came to: words of the server. */
interface ReadPrompt {
  readonly text: string;
  readonly media: readonly Media[];
}

/** `sessionKey`: the chat that it is for, beside which pictures are kept. */
interface WantedResource {
  readonly server: string;
  readonly uri: string;
  readonly sessionKey: SessionKey;
}

interface WantedPrompt extends PromptCall {
  readonly sessionKey: SessionKey;
}

/** Resources and prompts of the servers of the settings. Why there is none is a sentence for people. */
export interface OfferReader {
  offers(): AsyncResult<McpOffers>;
  /** Whether the settings have a server of this name. */
  has(server: string): Promise<boolean>;
  readResource(wanted: WantedResource, signal: AbortSignal): Promise<Result<ReadResource, string>>;
  readPrompt(wanted: WantedPrompt, signal: AbortSignal): Promise<Result<ReadPrompt, string>>;
}

interface OfferParts extends Omit<ContentsParts, "saveImage"> {
  readonly saveImage: McpDependencies["saveImage"];
  readonly clock: Clock;
  readonly servers: () => AsyncResult<readonly Server[]>;
}

const none: OfferedBy = { resources: [], prompts: [] };

export function createOfferReader(parts: OfferParts): OfferReader {
  const { clock, servers } = parts;

  const partsFor = (sessionKey: SessionKey): ContentsParts => ({
    ...parts,
    saveImage: (bytes, mediaType) => parts.saveImage(bytes, mediaType, sessionKey),
  });

  async function named(name: string): Promise<Result<Server, string>> {
    const all = await servers();
    if (!all.ok) return fail(all.error.message);
    const found = all.value.find((server) => server.name === name);
    return found === undefined ? fail(text("mention.noServer", { server: name })) : ok(found);
  }

  async function soon(server: Server): Promise<OfferedBy> {
    const { promise: late, resolve } = Promise.withResolvers<OfferedBy>();
    using _limit = clock.setTimer(patienceMs, () => resolve(none));
    return await Promise.race([server.offers.list(), late]);
  }

  return {
    async offers() {
      const all = await servers();
      if (!all.ok) return all;
      const there = all.value.filter(({ state }) => state === "ready" || state === "resting");
      const lists = await Promise.all(there.map(soon));
      return ok({
        resources: lists.flatMap(({ resources }) => resources),
        prompts: lists.flatMap(({ prompts }) => prompts),
      });
    },
    has: async (server) => (await named(server)).ok,
    async readResource({ server: name, uri, sessionKey }, signal) {
      const server = await named(name);
      if (!server.ok) return server;
      const timeoutMs = server.value.settings.timeoutSeconds * 1000;
      const read = await server.value.offers.ask((connection) => connection.read(uri, { signal, timeoutMs }), signal);
      return read.ok ? ok(await readContents(read.value.contents, partsFor(sessionKey))) : read;
    },
    async readPrompt(call, signal) {
      const found = await named(call.server);
      if (!found.ok) return found;
      const server = found.value;
      await server.connect();
      const known = (await server.offers.list()).prompts;
      const prompt = known.find(({ name }) => name === call.prompt);
      // One that could not be connected says why itself.
      if (server.state === "ready" && prompt === undefined) return fail(noPrompt(call, known));
      const wrong = prompt === undefined ? null : problemOfValues(call, prompt);
      if (wrong !== null) return fail(wrong);
      const timeoutMs = server.settings.timeoutSeconds * 1000;
      const asked = await server.offers.ask(
        (connection) => connection.prompt(call.prompt, call.values, { signal, timeoutMs }),
        signal,
      );
      return asked.ok ? promptText(call, asked.value.messages, partsFor(call.sessionKey)) : asked;
    },
  };
}

type PromptMessages = Awaited<ReturnType<Parameters<Parameters<Server["offers"]["ask"]>[0]>[0]["prompt"]>>["messages"];

/** Its messages as one: what it lets the model say is marked as that. */
async function promptText(
  { server, prompt }: PromptCall,
  messages: PromptMessages,
  { redact, saveImage }: ContentsParts,
): Promise<Result<ReadPrompt, string>> {
  const content = messages.map(({ role, content: block }) =>
    role === "assistant" && block.type === "text" ? { ...block, text: `Assistant: ${block.text}` } : block,
  );
  const read = await toToolResult({ content }, saveImage);
  const words = read.kind === "done" ? redact(read.content).trim() : "";
  const media = read.kind === "done" ? (read.media ?? []) : [];
  if (words === "" && media.length === 0) return fail(text("prompt.empty", { server, prompt }));
  if (words.length > maxMessageChars / 2) return fail(text("prompt.tooLong", { server, prompt }));
  return ok({ text: words, media });
}

function noPrompt({ server, prompt }: PromptCall, known: readonly McpPrompt[]): string {
  if (known.length === 0) return text("prompt.none", { server });
  const names = known.slice(0, 20).map(({ name }) => name);
  return text("prompt.unknown", { server, prompt, names: names.join(", ") });
}

/** What is missing, or is no argument of it; null where nothing is wrong. */
function problemOfValues({ values }: PromptCall, { name, arguments: taken }: McpPrompt): string | null {
  const missing = taken.filter((one) => one.isRequired && (values[one.name] ?? "").trim() === "");
  if (missing.length > 0) {
    return text("prompt.missing", { prompt: name, names: missing.map((one) => one.name).join(", ") });
  }
  const strange = Object.keys(values).filter((key) => !taken.some((one) => one.name === key));
  if (strange.length === 0) return null;
  const names = taken.map((one) => one.name).join(", ");
  return names === ""
    ? text("prompt.noArguments", { prompt: name })
    : text("prompt.strange", { prompt: name, given: strange.join(", "), names });
}
