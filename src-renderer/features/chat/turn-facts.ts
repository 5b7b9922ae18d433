import { type WebSource, webSourcesOf } from "../../../src-preload/contract/web-sources.ts";
import { changesOfCalls, type TurnChanges } from "../../state/run-facts.ts";
import type { Piece, Step } from "./turns.ts";

export function changesOf(steps: readonly Step[]): TurnChanges {
  return changesOfCalls(steps.map(({ result }) => result));
}

export function stepsOf(pieces: readonly Piece[]): readonly Step[] {
  return pieces.flatMap((piece) => (piece.kind === "steps" ? piece.steps : []));
}

export function failedCount(steps: readonly Step[]): number {
  return steps.filter(({ state }) => state === "error").length;
}

/** All that a turn says. */
export function wordsOfTurn(pieces: readonly Piece[]): string {
  return pieces.flatMap((piece) => (piece.kind === "text" ? [piece.message.content] : [])).join("\n\n");
}

export function sourcesOf(steps: readonly Step[]): readonly WebSource[] {
  return webSourcesOf(steps.map(({ result }) => result?.details));
}
