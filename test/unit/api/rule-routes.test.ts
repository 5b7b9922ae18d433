import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createTestHome, record, terminal, value } from "../../support/test-home.ts";

const match = { kind: "command", words: ["git", "status"], andMore: false } as const;

it("somebody who looks at the rules is told of each edit by hand, and of a file that can be read no more", async () => {
  await using test = await createTestHome();
  await mkdir(test.home, { recursive: true });
  const client = test.open().connect(terminal);
  const seen = await record(client);
  const told = () => seen.events.filter(({ type }) => type === "rules-changed");
  expect(value(await client.request("rules.list", {})).rules).toEqual([]);
  /** What is in force once an edit was told. */
  async function edited(name: string, content: string): Promise<void> {
    const last = told().at(-1)?.seq ?? 0;
    await writeFile(join(test.home, name), content);
    await seen.until("rules-changed", ({ seq }) => seq > last);
  }
  // The watches have begun: each tells once, for what came before.
  const first = await seen.until("rules-changed");
  await seen.until("rules-changed", ({ seq }) => seq > first.seq);

  const rule = { id: "r_1", effect: "deny", match, scope: { kind: "everywhere" }, madeAt: 1 };
  await edited("rules.json", JSON.stringify({ rules: [rule] }));
  expect(value(await client.request("rules.list", {})).rules).toMatchObject([{ id: "r_1", effect: "deny" }]);
  await edited("rules.json", "{");
  expect(await client.request("rules.list", {})).toMatchObject({
    ok: false,
    error: { code: "bad-settings", message: expect.stringContaining("rules.json cannot be read") },
  });
  await edited("trust.json", "[");
  expect(await client.request("trust.list", {})).toMatchObject({
    ok: false,
    error: { code: "bad-settings", message: expect.stringContaining("trust.json cannot be read") },
  });
});
