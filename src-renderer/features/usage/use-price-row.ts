import { useState } from "react";
import type { Price } from "../../../src-preload/contract/providers.ts";
import { useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import { readNumber } from "./limit-words.ts";

export const parts = ["input", "output", "cachedInput"] as const;
type Part = (typeof parts)[number];

export interface PricedModel {
  readonly id: string;
  readonly price: Price | null;
  /** Under which name the settings have a price of their own; null without one. */
  readonly ownKey: string | null;
}

function wordsOf(price: Price | null): Readonly<Record<Part, string>> {
  const of = (value: number | null | undefined): string => (value === null || value === undefined ? "" : String(value));
  return { input: of(price?.input), output: of(price?.output), cachedInput: of(price?.cachedInput) };
}

/** What is wrong with a row, in words: a number that is none, or half a price that is not kept. */
function problemOfRow(words: Readonly<Record<Part, string>>, isLeft: boolean): string | null {
  if (parts.some((part) => isBadNumber(words[part]))) return text("prices.badNumber");
  const isHalf =
    parts.some((part) => words[part].trim() !== "") && (words.input.trim() === "" || words.output.trim() === "");
  return isHalf && isLeft ? text("prices.half") : null;
}

export function isBadNumber(words: string): boolean {
  return words.trim() !== "" && readNumber(words) === null;
}

/** The prices of one model as they are typed; each is kept when its field is left. */
export function usePriceRow({ id, price, ownKey }: PricedModel) {
  const { agent } = useWindow();
  /** What is being typed; every other number is the one that holds. */
  const [typed, setTyped] = useState<Partial<Record<Part, string>>>({});
  const words = { ...wordsOf(price), ...typed };
  const [isLeft, setLeft] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  /** What was typed meanwhile stays. */
  const save = async (patch: Readonly<Record<string, unknown>>, saved: typeof typed): Promise<void> => {
    const problem = await agent.update({ prices: patch });
    setRefused(problem);
    const isSaved = (part: string, now: string): boolean =>
      Object.entries(saved).some((one) => one[0] === part && one[1] === now);
    if (problem === null) {
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([part, value]) => !isSaved(part, value))));
    }
  };
  return {
    words,
    problem: problemOfRow(words, isLeft) ?? refused,
    type: (part: Part, value: string): void => setTyped({ ...typed, [part]: value }),
    leave: setLeft,
    keep(): void {
      const input = readNumber(words.input);
      const output = readNumber(words.output);
      const isSame = parts.every((part) => words[part] === wordsOf(price)[part]);
      if (isSame || input === null || output === null || parts.some((part) => isBadNumber(words[part]))) return;
      void save({ [ownKey ?? id]: { input, output, cachedInput: readNumber(words.cachedInput) } }, typed);
    },
    /** The price of the list again. */
    reset(): void {
      if (ownKey !== null) void save({ [ownKey]: null }, typed);
    },
  };
}
