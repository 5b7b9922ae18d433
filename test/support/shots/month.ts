import type { LedgerCallGiven } from "../ledger.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** A month of work with three providers: steady weeks, quiet weekends. `now` in milliseconds. */
export function monthOfCalls(now: number): readonly LedgerCallGiven[] {
  const calls: LedgerCallGiven[] = [];
  for (let back = 34; back >= 0; back -= 1) {
    const at = now - back * dayMs - 60_000;
    const isWeekend = [0, 6].includes(new Date(at).getDay());
    const size = (isWeekend ? 0.3 : 1) * (0.6 + (((back * 37) % 17) / 17) * 0.9);
    const chat = `desktop:chat${(back % 9) + 1}`;
    const tokens = (count: number): number => Math.round(count * size);
    calls.push(
      { at, chat, model: "ollama/qwen3:8b", input: tokens(52_000), output: tokens(4_100), isLocal: true },
      { at, chat, model: "ollama/qwen3:8b", input: tokens(11_000), output: tokens(900), isLocal: true },
      ...[0, 1].map(() => ({
        at,
        chat,
        model: "openai/gpt-5-mini",
        input: tokens(21_000),
        output: tokens(1_700),
        cached: tokens(13_000),
        cost: 0.0138 * size,
      })),
      {
        at,
        chat,
        model: "openrouter/anthropic/claude-sonnet-4.5",
        input: tokens(22_000),
        output: tokens(1_900),
        cached: tokens(14_000),
        cost: 0.0562 * size,
      },
    );
    if (back % 5 === 0) {
      calls.push({
        at,
        chat: "desktop:showcase",
        model: "groq/kimi-k2-instruct",
        input: 6100,
        output: 700,
        cost: null,
        estimated: true,
      });
    }
  }
  return [
    ...calls,
    {
      at: now - 30_000,
      chat: "desktop:chat3",
      model: "openai/gpt-5",
      input: 96_000,
      output: 11_200,
      cached: 20_000,
      cost: 1.62,
    },
  ];
}
