import { expect, it } from "vitest";
import { createMinutePrices } from "../../../src-main/transcription/minute-prices.ts";
import { createTestHome } from "../../support/test-home.ts";

it("a model of speech has the price of its maker, also with a date behind its name, and no other has", async () => {
  await using home = await createTestHome();
  const prices = createMinutePrices(home.host);
  const of = (ids: readonly string[]) => Promise.all(ids.map((id) => prices.of(id)));
  expect(await of(["openai/whisper-1", "openai/gpt-4o-transcribe-2026-03-01"])).toEqual([0.006, 0.006]);
  expect(await of(["openai/gpt-4o-transcribe-diarize", "speech/whisper-1", "groq/whisper"])).toEqual([
    null,
    null,
    null,
  ]);
  expect(await prices.models()).toContain("groq/whisper-large-v3-turbo");
});

it("a table that cannot be read is logged, and knows no price", async () => {
  await using home = await createTestHome();
  const { paths, log } = home.host;
  const prices = createMinutePrices({ paths: { ...paths, resources: home.folder }, log });
  expect([await prices.of("openai/whisper-1"), await prices.models()]).toEqual([null, []]);
  expect(home.logged.join()).toContain("prices of transcription");
});
