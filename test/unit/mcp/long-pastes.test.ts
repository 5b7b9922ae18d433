import { describe, expect, it } from "vitest";
import { readDrafts } from "../../../src-main/mcp/read-drafts.ts";

/** What is read of it, if anything is; a reader that goes back and forth in it would not come to its end. */
async function countIn(pasted: string): Promise<number> {
  const read = await readDrafts(pasted, "linux");
  return read.ok ? read.value.length : 0;
}

describe("a paste of 100,000 characters that means nothing", () => {
  it.each(
    [
      "\n",
      " ",
      "a.",
      "}",
      "{\n",
      '"a":{',
      "Run ",
      "export A=b;",
      "export A=b\n",
      "```\n",
      "a: ",
      "https://a.test ",
      "[mcp_",
    ].map((piece) => [JSON.stringify(piece), piece] as const),
  )("%s over and over is read to its end", async (_, piece) => {
    const long = piece.repeat(100_000 / piece.length);
    expect(await countIn(`Say ${long}x`)).toBeLessThanOrEqual(1);
    expect(await countIn(`"a": ${long}`)).toBeLessThanOrEqual(1);
    expect(await countIn(`${long}x`)).toBeLessThanOrEqual(1);
  });
});
