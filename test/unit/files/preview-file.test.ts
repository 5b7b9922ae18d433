import { truncate, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { maxPdfBytes, previewFile } from "../../../src-main/files/preview-file.ts";
import { pathGuard } from "../../../src-main/policy/open-in-roots.ts";
import { magicType } from "../../../src-main/tools/media-type.ts";
import { createChunkDecoder, detectEncoding } from "../../../src-main/tools/text-encoding.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { createToolBench } from "../../support/tool-context.ts";

it("a PDF of 50 MB is read, a larger one is told as too large and not handed to its reader", async () => {
  const { at, context } = await createToolBench();
  const read: number[] = [];
  const pdfText = async (bytes: Uint8Array) => {
    read.push(bytes.length);
    return ok("--- page 1 of 7 ---\nwords");
  };
  const contents = { magicType, detectEncoding, createChunkDecoder, pdfText };
  const preview = () => previewFile("a.pdf", context, { guard: pathGuard, clock: createManualClock(), contents });
  await writeFile(at("a.pdf"), "%PDF-1.7\n");
  await truncate(at("a.pdf"), maxPdfBytes);
  expect(await preview()).toMatchObject({ ok: true, value: { kind: "pdf", pages: 7, size: maxPdfBytes } });
  await truncate(at("a.pdf"), maxPdfBytes + 1);
  const tooLarge = { kind: "too-large", size: maxPdfBytes + 1, most: maxPdfBytes };
  expect(await preview()).toEqual({ ok: true, value: tooLarge });
  expect(read).toEqual([maxPdfBytes]);
});
