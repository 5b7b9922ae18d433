import type { Media, Message } from "../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { PictureReader } from "../files/read-picture.ts";
import type { Host } from "../host.ts";
import { estimateTokens } from "../models/estimate-tokens.ts";
import type { Model, ModelOutcome, ToolOffer, ToolOffers, WireMessage } from "../models/model.ts";
import type { OpenAiModel } from "../models/openai-model.ts";
import { plainQuirks } from "../models/quirks.ts";
import { createHistoryRepairer } from "../models/repair-history.ts";
import { createChains, type OpenChain } from "../models/router.ts";
import { toolOffersOf } from "../models/tools/tool-offers.ts";
import { type LoadedImage, systemWireMessage, toWireMessage, userJson } from "../models/wire.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { LearntModels } from "./learnt-models.ts";
import type { ListedNames } from "./listed-names.ts";
import { createModelKnowledge, type ModelFactsSource, type ModelKnowledge } from "./model-knowledge.ts";
import { openEndpointModel } from "./open-endpoint.ts";
import type { ProviderStates, SeenAnswer } from "./provider-states.ts";
import { type ResolvedEndpoint, type ResolvedModel, resolveModel } from "./resolve-model.ts";
import { type UnlistedModel, unlistedModel } from "./unlisted-model.ts";

interface ModelSourceOptions {
  readonly host: Host;
  readonly settings: SettingsStore;
  readonly states: ProviderStates;
  readonly learnt: LearntModels;
  readonly names: ListedNames;
  /** A picture of a chat, read again; fails for what has no picture's bytes. */
  readonly readPicture: PictureReader;
  /** When no byte of an answer comes for so long, it has failed. */
  readonly idleTimeoutMs?: number | undefined;
  /** What a model taught no longer holds, since a person said so. */
  readonly onForgotten?: () => void;
}

/** The models of a home: opened by name and kept, so that a connection serves many turns. */
export interface ModelPool
  extends ModelFactsSource,
    Pick<ModelKnowledge, "describe" | "pricesBy" | "pricesOf">,
    AsyncDisposable {
  open(modelId: string): AsyncResult<Model>;
  /** Null where its provider lists it, or no list is known yet; nobody is asked. */
  unlisted(modelId: string): Promise<UnlistedModel | null>;
  /** Forgets what a model taught: its window that an overflow told, and what its endpoint refused. */
  forget(modelId: string): AsyncResult<void>;
  /** A test saw it call a tool: where it had taught that it takes none, that is forgotten. */
  tookTools(modelId: string): Promise<void>;
  toWire(message: Message, images: "with-images" | "named"): Promise<WireMessage | null>;
  systemPrompt(content: string): WireMessage;
  userText(content: string): WireMessage;
  createRepairer(): (messages: readonly Message[]) => readonly Message[];
  offers(tools: readonly ToolOffer[]): ToolOffers;
  tokensOf(text: string): number;
  readonly openChain: OpenChain;
}

export function createModelPool(options: ModelSourceOptions): ModelPool {
  const { host, settings, states, learnt, names, readPicture, idleTimeoutMs } = options;
  const opened = new Map<string, OpenAiModel>();
  /** No longer given out, and perhaps still in use. */
  const retired: OpenAiModel[] = [];
  const knowledge = createModelKnowledge({ host, settings, learnt, names });

  async function resolve(modelId: string): AsyncResult<ResolvedModel> {
    const [current] = await Promise.all([settings.current(), knowledge.load()]);
    if (!current.ok) return current;
    knowledge.see(current.value);
    return resolveModel(current.value, host.env, modelId);
  }

  function openEndpoint(resolved: ResolvedEndpoint): Model {
    const identity = identityOf(resolved);
    const known = opened.get(identity);
    if (known !== undefined) return known;
    // What the endpoint taught before is no part of what makes a model another one.
    const model = openEndpointModel({ ...resolved, quirks: knowledge.quirksOf(resolved) }, host, {
      idleTimeoutMs,
      onLearnt: (quirks) => knowledge.learnQuirks(resolved, quirks),
      onOutcome: (outcome) => {
        const { provider: name, baseUrl, modelName } = resolved;
        const { takesTools } = knowledge.quirksOf(resolved);
        states.answered({ name, baseUrl }, answerSeen(modelName, outcome, takesTools));
      },
    });
    opened.set(identity, model);
    // Loads beside what else a turn begins with; the first request reports what goes wrong.
    model
      .prepare()
      .catch((cause: unknown) =>
        host.log("error", "what a model is asked with cannot be loaded", { reason: String(cause) }),
      );
    return model;
  }

  async function forget(resolved: ResolvedEndpoint): Promise<void> {
    await knowledge.forget(resolved);
    const identity = identityOf(resolved);
    const model = opened.get(identity);
    if (model !== undefined) retired.push(model);
    opened.delete(identity);
  }

  async function loadImage(media: Media): Promise<readonly LoadedImage[]> {
    if (media.kind !== "image") return [];
    const read = await readPicture(media.path);
    if (read.ok) return [{ mediaType: read.value.mediaType, base64: read.value.bytes.toString("base64") }];
    host.log("warn", "an image could not be read again", { path: media.path, reason: read.error });
    return [];
  }

  return {
    async open(modelId) {
      const resolved = await resolve(modelId);
      if (!resolved.ok) return resolved;
      if (resolved.value.kind === "endpoint") return ok(openEndpoint(resolved.value));
      const { createPracticeModel } = await import("../models/practice/practice-model.ts");
      return ok(createPracticeModel({ clock: host, createId: host.createId }));
    },
    async unlisted(modelId) {
      const resolved = await resolve(modelId);
      return resolved.ok && resolved.value.kind === "endpoint" ? unlistedModel(resolved.value, names) : null;
    },
    async forget(modelId) {
      const resolved = await resolve(modelId);
      if (!resolved.ok) return resolved;
      if (resolved.value.kind === "endpoint") await forget(resolved.value);
      options.onForgotten?.();
      return ok(undefined);
    },
    async tookTools(modelId) {
      const resolved = await resolve(modelId);
      if (!resolved.ok || resolved.value.kind === "practice") return;
      if (!knowledge.quirksOf(resolved.value).takesTools) await forget(resolved.value);
    },
    async toWire(message, wanted) {
      const media = message.role === "user" && wanted === "with-images" ? (message.media ?? []) : [];
      const images = (await Promise.all(media.map(loadImage))).flat();
      return toWireMessage(message, plainQuirks, images);
    },
    systemPrompt: systemWireMessage,
    userText: userWireMessage,
    createRepairer: createHistoryRepairer,
    offers: toolOffersOf,
    facts: knowledge.facts,
    learnWindow: knowledge.learnWindow,
    priceOf: knowledge.priceOf,
    describe: knowledge.describe,
    pricesBy: knowledge.pricesBy,
    pricesOf: knowledge.pricesOf,
    tokensOf: estimateTokens,
    openChain: createChains(host),
    async [Symbol.asyncDispose]() {
      for (const model of [...opened.values(), ...retired]) model[Symbol.dispose]();
      opened.clear();
      await knowledge[Symbol.asyncDispose]();
    },
  };
}

function identityOf({ key, ...rest }: ResolvedEndpoint): string {
  return JSON.stringify([rest, key.kind === "value" ? key.value : key]);
}

/** That a chat called no tool proves nothing: it need not. */
function answerSeen(
  model: string,
  { error, toolCalls, invalidToolCalls }: ModelOutcome,
  takesTools: boolean,
): SeenAnswer {
  const hasCalled = toolCalls.length + invalidToolCalls.length > 0;
  return { model, error, tools: hasCalled ? true : takesTools ? null : false };
}

function userWireMessage(content: string): WireMessage {
  return { role: "user", json: userJson(content), tokens: estimateTokens(content) + 4 };
}
