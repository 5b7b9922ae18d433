import type { RouteCall } from "../../src-preload/contract/routes.ts";
import type { ModelOffer, ModelProblemCode, StageResult } from "../../src-preload/contract/window.ts";
import type { TextKey } from "../ui/text.ts";
import { type FormProblem, otherProblem } from "./form-problem.ts";
import type { KeyDraft } from "./key-draft.ts";
import { providerOf } from "./models.ts";

export type Chosen =
  /** Of what was found on this computer; null where only a test tells the models. */
  | { readonly kind: "model"; readonly offerId: string; readonly modelId: string | null }
  | { readonly kind: "key" }
  | { readonly kind: "address" };

/** What there is on this computer. */
export type Found =
  | { readonly kind: "looking" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "found"; readonly offers: readonly ModelOffer[]; readonly looked: readonly string[] };

interface Tested {
  readonly stages: readonly StageResult[];
  readonly modelId: string | null;
}

/** A field that can be asked to take the focus. */
export type FirstRunField = "key" | "address" | "model";

export interface FirstRunState {
  readonly found: Found;
  /** What the person chose; null: the first that was found. */
  readonly picked: Chosen | null;
  /** The model that was chosen or typed in place of the first one; null for that. */
  readonly model: string | null;
  /** What a test has listed for chats. */
  readonly listed: readonly string[];
  /** What a test said of what is chosen. */
  readonly tested: Tested | null;
  readonly isBusy: boolean;
  readonly problem: FormProblem | null;
  /** Each rises when its field is to take the focus. */
  readonly focusAsked: Readonly<Record<FirstRunField, number>>;
}

/** What a failed test offers to press: a field to mend, or the test once more. */
export type Fix = { readonly kind: "field"; readonly field: FirstRunField } | { readonly kind: "again" };

/** What the first run shows. */
export interface ShownFirstRun extends FirstRunState {
  readonly chosen: Chosen | null;
  /** The model that a test asks and that is begun with; null where only a test can tell. */
  readonly modelId: string | null;
  /** What can be chosen in its place. */
  readonly choices: readonly string[];
  /** The stage at which the test failed. */
  readonly failed: StageResult | null;
  readonly fix: Fix | null;
  /** What is wrong with no field. */
  readonly rest: string | null;
  readonly canTest: boolean;
  readonly canStart: boolean;
  /** The test failed, and it can be begun all the same. */
  readonly canGoOn: boolean;
  /** Why it cannot be begun yet; null where it can. */
  readonly blocked: TextKey | null;
  readonly testInput: RouteCall<"model.test">;
  readonly startInput: RouteCall<"model.choose"> | null;
}

/** Running servers and keys that were found, the likeliest first. */
export function readyOffers(found: Found): readonly ModelOffer[] {
  return found.kind === "found" ? found.offers.filter(isReady) : [];
}

/** A server here has told all that it has; of a key or another address a test tells it. */
function isReady({ kind, models }: ModelOffer): boolean {
  return models.length > 0 || kind !== "local";
}

/** What was looked for on this computer and does not run, or has nothing for a chat. */
export function quietOffers(found: Found): readonly ModelOffer[] {
  return found.kind === "found" ? found.offers.filter((offer) => !isReady(offer)) : [];
}

function firstFound(found: Found): Chosen | null {
  const [offer] = readyOffers(found);
  return offer === undefined ? null : { kind: "model", offerId: offer.id, modelId: offer.models[0] ?? null };
}

export function readFirstRun(state: FirstRunState, draft: KeyDraft): ShownFirstRun {
  const { tested, isBusy, problem } = state;
  const chosen = state.picked ?? firstFound(state.found);
  const named = state.model ?? (chosen?.kind === "model" ? chosen.modelId : null);
  const modelId = named ?? tested?.modelId ?? null;
  const failed = tested?.stages.find((stage) => stage.state === "failed") ?? null;
  const missing = whatIsMissing(chosen, draft);
  const input = chosen?.kind === "model" || chosen === null ? {} : keyInput(draft);
  const isKnown = tested !== null || (chosen?.kind === "model" && named !== null);
  const untested: TextKey | null = isKnown ? null : "first.blocked.test";
  const blocked = missing ?? untested ?? (modelId === null || failed !== null ? "first.blocked.failed" : null);
  return {
    ...state,
    chosen,
    modelId,
    choices: choicesOf(state, chosen, modelId),
    failed,
    fix: failed === null ? null : fixOf(failed.problem?.code, chosen),
    rest: otherProblem(problem, shownFields(chosen)),
    canTest: !isBusy && missing === null,
    canStart: !isBusy && blocked === null,
    canGoOn: !isBusy && failed !== null && missing === null && modelId !== null,
    blocked: isBusy ? null : blocked,
    testInput: { ...input, ...askedOf(state, chosen, named) },
    startInput: modelId === null || missing !== null ? null : { ...input, modelId },
  };
}

/** The model that a test is to ask, else the provider whose list tells one. */
function askedOf({ found }: FirstRunState, chosen: Chosen | null, named: string | null) {
  if (named !== null) return { modelId: named };
  const offer = chosen?.kind === "model" ? readyOffers(found).find(({ id }) => id === chosen.offerId) : undefined;
  return offer === undefined ? {} : { provider: offer.provider };
}

/** The key or the address, and whose it is. */
function keyInput({ input, row }: KeyDraft) {
  return { ...input, ...(row === undefined ? {} : { provider: row.name }) };
}

function whatIsMissing(chosen: Chosen | null, draft: KeyDraft): TextKey | null {
  switch (chosen?.kind) {
    case undefined:
      return "first.blocked.choice";
    case "model":
      return null;
    case "key":
      return draft.key.trim() === "" && !draft.isWhole ? "first.blocked.key" : null;
    case "address":
      return draft.address.trim() === "" ? "first.blocked.address" : null;
  }
}

function shownFields(chosen: Chosen | null): readonly string[] {
  return chosen === null || chosen.kind === "model" ? [] : ["apiKey", "apiBase"];
}

function choicesOf({ found, listed }: FirstRunState, chosen: Chosen | null, modelId: string | null): readonly string[] {
  const offer = chosen?.kind === "model" ? readyOffers(found).find(({ id }) => id === chosen.offerId) : undefined;
  const offered = offer === undefined || offer.models.length === 0 ? listed : offer.models;
  return modelId === null || offered.includes(modelId) ? offered : [modelId, ...offered];
}

const ofKey: ReadonlySet<ModelProblemCode> = new Set(["wrong-key", "no-key", "permission"]);
const ofModel: ReadonlySet<ModelProblemCode> = new Set(["unknown-model", "no-tools"]);
const ofAddress: ReadonlySet<ModelProblemCode> = new Set([
  ...(["wrong-path", "unknown-host", "web-page", "redirect", "not-tls", "certificate", "not-running"] as const),
]);

function fixOf(code: ModelProblemCode | undefined, chosen: Chosen | null): Fix {
  if (code !== undefined && chosen !== null) {
    if (ofModel.has(code)) return { kind: "field", field: "model" };
    if (ofKey.has(code) && chosen.kind !== "model") return { kind: "field", field: "key" };
    if (ofAddress.has(code) && chosen.kind === "address") return { kind: "field", field: "address" };
  }
  return { kind: "again" };
}

/** As `provider/model`: a name that is typed need not have its provider in front. */
export function wholeModelId(typed: string, provider: string): string {
  const name = typed.trim();
  return provider === "" || providerOf(name) === provider ? name : `${provider}/${name}`;
}
