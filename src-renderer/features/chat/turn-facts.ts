import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { type ChangedFile, changedFilesOf } from "../../state/run-facts.ts";
import type { Piece, Step } from "./turns.ts";

export function changedFiles(steps: readonly Step[]): readonly ChangedFile[] {
  return changedFilesOf(steps.map(({ result }) => result));
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

/** A page of the web. */
export interface Source {
  readonly url: string;
  readonly title: string;
  readonly host: string;
}

/** More are counted by nobody. */
const mostSources = 50;

/** The pages that a turn read, then those that it only found, each once. What is no address of the web is none. */
export function sourcesOf(steps: readonly Step[]): readonly Source[] {
  const told = steps.flatMap(({ result }) => result?.details?.sources ?? []);
  const read = told.filter(({ isRead }) => isRead === true);
  const found = new Map<string, Source>();
  for (const { url, title } of [...read, ...told]) {
    const address = URL.parse(url);
    if (address === null || !/^https?:$/.test(address.protocol) || found.has(address.href)) continue;
    const { href, host } = address;
    found.set(href, { url: href, title: revealLine(title) || host, host });
  }
  return [...found.values()].slice(0, mostSources);
}
