import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Transcript, TranscriptionPlace } from "../../src-preload/contract/transcription.ts";
import { addressOfBase, isLoopback } from "../models/addresses.ts";
import { providerSpec } from "../providers/provider-specs.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { text } from "../words.ts";
import { chosenEndpoint } from "./chosen-endpoint.ts";
import { createMinutePrices } from "./minute-prices.ts";
import {
  type ChosenPlace,
  createPartedTranscript,
  type PartedParts,
  type SpokenRecording,
} from "./parted-transcript.ts";

export interface TranscriptionParts extends PartedParts {
  readonly settings: SettingsStore;
  /** Ends all that goes on. */
  readonly closing: AbortSignal;
}

/** Puts speech into words, at the endpoint that the settings choose. */
export interface Transcription {
  describe(): AsyncResult<TranscriptionPlace>;
  chosen(): AsyncResult<ChosenPlace>;
  /** Well-known models of speech, as `provider/model`. */
  models(): Promise<readonly string[]>;
  /** Recordings may go to this address from now on. */
  agree(address: string): AsyncResult<void>;
  start(recording: SpokenRecording): AsyncResult<Transcript>;
  /** False where nothing goes on under this name. */
  stop(id: string): boolean;
}

export function createTranscription(parts: TranscriptionParts): Transcription {
  const { host, settings } = parts;
  const prices = createMinutePrices(host);
  const inParts = createPartedTranscript(parts);
  const running = new Map<string, AbortController>();

  async function chosen(): AsyncResult<ChosenPlace> {
    const current = await settings.current();
    if (!current.ok) return current;
    const resolved = chosenEndpoint(current.value, host.env);
    if (!resolved.ok) return resolved;
    if (resolved.value.kind === "practice") return fail(contractError("no-model", text("transcription.practice")));
    const isLocal = resolved.value.isLocal || isLoopback(resolved.value.baseUrl);
    const endpoint = { ...resolved.value, isLocal };
    const address = addressOfBase(endpoint.baseUrl);
    const { pricePerMinute, agreedAddresses } = current.value.transcription;
    return ok({
      settings: current.value,
      endpoint,
      address,
      title: providerSpec(endpoint.provider)?.title ?? endpoint.provider,
      isAgreed: agreedAddresses.includes(address),
      pricePerMinute: pricePerMinute ?? (isLocal ? 0 : await prices.of(endpoint.id)),
    });
  }

  return {
    chosen,
    models: prices.models,
    async describe() {
      const place = await chosen();
      if (place.ok) {
        const { endpoint, address, title, isAgreed, pricePerMinute } = place.value;
        const { id: modelId, isLocal } = endpoint;
        return ok({ kind: "ready", modelId, title, address, isLocal, isAgreed, pricePerMinute });
      }
      const current = await settings.current();
      if (!current.ok) return current;
      const { provider, model } = current.value.transcription;
      if (provider === null || model === null) return ok({ kind: "none" });
      return ok({ kind: "broken", message: place.error.message });
    },
    async agree(address) {
      const current = await settings.current();
      if (!current.ok) return current;
      const { agreedAddresses } = current.value.transcription;
      if (agreedAddresses.includes(address)) return ok(undefined);
      const kept = await settings.update({ transcription: { agreedAddresses: [...agreedAddresses, address] } });
      return kept.ok ? ok(undefined) : kept;
    },
    async start(recording) {
      const place = await chosen();
      if (!place.ok) return place;
      const { address, title, isAgreed } = place.value;
      if (!isAgreed) return fail(contractError("forbidden", text("transcription.notAgreed", { title, address })));
      if (running.has(recording.id)) return fail(contractError("conflict", text("transcription.twice")));
      const abort = new AbortController();
      running.set(recording.id, abort);
      try {
        return await inParts(recording, place.value, AbortSignal.any([abort.signal, parts.closing]));
      } finally {
        running.delete(recording.id);
      }
    },
    stop(id) {
      const found = running.get(id);
      found?.abort();
      return found !== undefined;
    },
  };
}
