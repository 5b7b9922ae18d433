import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { axeViolations } from "../../support/axe.ts";
import type { ScriptedCall } from "../../support/scripted-reply.ts";
import { closeBrowser, composer, openWindow, type WindowBench } from "../../support/window-bench.ts";

afterAll(closeBrowser);

/** A picture of one point. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const notes = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`).join("\n");
const edit = (path: string, oldText: string, newText: string, id: string): ScriptedCall => ({
  name: "edit_file",
  arguments: { path, oldText, newText },
  id,
});
const calls: readonly ScriptedCall[] = [
  { name: "write_file", arguments: { path: "new.md", content: "# New\n" }, id: "w1" },
  edit("list.txt", "one", "uno", "w2"),
  edit("notes.md", "line 3\n", "line three\n", "w3"),
  edit("notes.md", "line 28", "line twenty-eight", "w4"),
];

/** A chat whose run has changed three files; the Changes are shown. */
async function changed(): Promise<WindowBench & { readonly at: (name: string) => string }> {
  const bench = await openWindow({
    answers: [{ calls }, { text: "All three are done." }, { text: "Thank you." }],
    settings: { approvals: { mode: "accept-edits" } },
    prepare: async ({ work }) => {
      await writeFile(join(work, "list.txt"), "one\ntwo\n");
      await writeFile(join(work, "notes.md"), notes);
    },
  });
  await composer(bench.page).fill("Change them");
  await composer(bench.page).press("Enter");
  const chips = bench.page.getByRole("list", { name: "Changed files" });
  await chips.getByRole("button", { name: /notes\.md/ }).click();
  await bench.page.getByRole("region", { name: "Changes in notes.md" }).waitFor();
  return { ...bench, at: (name) => join(bench.home.work, name) };
}

type Box = Readonly<Record<"left" | "right" | "top" | "bottom", number>>;

async function boxOf(one: Locator): Promise<Box> {
  await one.waitFor();
  const { x, y, width, height } = (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { left: x, top: y, right: x + width, bottom: y + height };
}

const focused = (page: Page) => page.locator(":focus").getAttribute("aria-label");

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

describe("what a run changed", () => {
  it("is reverted for one file of three, and that is undone", async () => {
    await using bench = await changed();
    const { page } = bench;
    expect(await page.getByRole("tab", { name: /Changes 3/ }).getAttribute("aria-selected")).toBe("true");
    await page.getByRole("button", { name: "Revert file" }).click();
    await expect.poll(() => readFile(bench.at("notes.md"), "utf8")).toBe(notes);
    expect(await readFile(bench.at("list.txt"), "utf8")).toBe("uno\ntwo\n");
    expect(await readFile(bench.at("new.md"), "utf8")).toBe("# New\n");
    await page.getByRole("tab", { name: /Changes 2/ }).waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("tab", { name: /Changes 3/ }).waitFor();
    expect(await readFile(bench.at("notes.md"), "utf8")).toContain("line three");
  });

  it("is reverted place by place, kept, and as a whole before a message", async () => {
    await using bench = await changed();
    const { page } = bench;
    await page.getByRole("button", { name: "Revert place 1 of notes.md" }).click();
    await expect.poll(() => readFile(bench.at("notes.md"), "utf8")).toContain("line 3\n");
    expect(await readFile(bench.at("notes.md"), "utf8")).toContain("line twenty-eight");
    await page.getByRole("button", { name: "Keep", exact: true }).click();
    await page.getByRole("button", { name: "Kept", exact: true }).waitFor();
    await page.getByRole("article", { name: "You" }).hover();
    await page.getByRole("button", { name: "Restore files to here" }).click();
    const dialog = page.getByRole("dialog", { name: "Restore files to before this message?" });
    await dialog.getByText("notes.md").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await readFile(bench.at("list.txt"), "utf8")).toBe("uno\ntwo\n");
    await page.getByRole("article", { name: "You" }).hover();
    await page.getByRole("button", { name: "Restore files to here" }).click();
    const named = dialog.getByRole("list", { name: "Files that go back" }).getByRole("listitem");
    await named.first().waitFor();
    expect(await named.allTextContents()).toEqual(["list.txt", "new.md", "notes.md"]);
    await dialog.getByRole("button", { name: "Restore files" }).click();
    await expect.poll(() => readFile(bench.at("notes.md"), "utf8")).toBe(notes);
    expect(await readFile(bench.at("list.txt"), "utf8")).toBe("one\ntwo\n");
    await expect.poll(() => readFile(bench.at("new.md"), "utf8").catch(() => "gone")).toBe("gone");
  });

  it("is left where somebody changed it since, and that is said and shown", async () => {
    await using bench = await changed();
    const { page } = bench;
    await writeFile(bench.at("list.txt"), "uno and mine\ntwo\n");
    await page.getByRole("button", { name: "Revert run" }).click();
    await page.getByText("list.txt was changed since, so it was left as it is.").waitFor();
    expect(await readFile(bench.at("list.txt"), "utf8")).toBe("uno and mine\ntwo\n");
    expect(await readFile(bench.at("notes.md"), "utf8")).toBe(notes);
    await page.getByRole("button", { name: /list\.txt.*changed since by somebody else/ }).click();
    await page.getByRole("button", { name: "Since then" }).click();
    await page
      .getByRole("region", { name: "Changes in list.txt" })
      .getByText("uno and mine", { exact: true })
      .waitFor();
  });

  it("is commented on by its lines, and what is said reaches the model as one message", async () => {
    await using bench = await changed();
    const { page, endpoint } = bench;
    await page.getByRole("button", { name: "Comment on line 3", exact: true }).click();
    await page.getByRole("textbox", { name: "Comment on notes.md:3" }).fill("Write it as a number.");
    // The chips of the turn say their counts in words, which axe takes for another name than what is seen.
    const found = (await axeViolations(page)).filter(
      (line) => !/^label-content-name-mismatch.*message_file/.test(line),
    );
    expect(found).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeViolations(page, "colours")).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Comment on removed line 28" }).press("Enter");
    await page.getByRole("textbox", { name: "Comment on notes.md, removed line 28" }).fill("Keep this one.");
    await page.getByRole("button", { name: "Add comment" }).click();
    await page.getByRole("button", { name: "Send comments" }).click();
    await page.getByText("Thank you.", { exact: true }).waitFor();
    const asked = endpoint.requests.at(-1)?.body.messages.findLast(({ role }) => role === "user")?.content;
    expect(asked).toContain("Comments on changes:");
    expect(asked).toContain("**notes.md:3**\n```\nline three\n```\nWrite it as a number.");
    expect(asked).toContain("Keep this one.");
    expect(await page.getByRole("button", { name: "Send comments" }).count()).toBe(0);
  });

  it("has the box for a comment right below its line, with the focus, until Escape", async () => {
    await using bench = await changed();
    const { page } = bench;
    const line = (number: number) => page.getByRole("button", { name: `Comment on line ${number}`, exact: true });
    await line(3).press("Enter");
    const field = page.getByRole("textbox", { name: "Comment on notes.md:3" });
    expect(await focused(page)).toBe("Comment on notes.md:3");
    const [above, box, below] = await Promise.all([boxOf(line(3)), boxOf(field), boxOf(line(4))]);
    expect(box.top).toBeGreaterThanOrEqual(above.bottom);
    expect(box.top - above.bottom).toBeLessThan(20);
    expect(below.top).toBeGreaterThanOrEqual(box.bottom);
    await field.press("Escape");
    await field.waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Comment on line 3");
  });

  it.each([360, 700, 900, 1100, 1280, 1680])("is not covered by what is told meanwhile, in %i px", async (width) => {
    await using bench = await changed();
    const { page } = bench;
    const row = page.getByRole("button", { name: /^list\.txt/ }).last();
    await page.setViewportSize({ width, height: 800 });
    // In a narrow window the column begins closed.
    if (!(await row.isVisible())) await page.keyboard.press("Alt+ControlOrMeta+b");
    await row.click();
    await page.getByRole("button", { name: "Revert file" }).click();
    const told = await boxOf(page.locator("[data-notice]"));
    expect(told.left).toBeGreaterThanOrEqual(0);
    const seen = [row, page.getByRole("tab", { name: /^Changes/ }), page.getByRole("heading", { name: "Last run" })];
    for (const one of [...seen, page.getByRole("button", { name: "Bring the change back" })]) {
      expect(overlap(told, await boxOf(one)), await one.first().textContent().then(String)).toBe(false);
    }
    for (const bar of await page.getByRole("banner").or(page.locator("header")).all()) {
      if (await bar.isVisible()) expect(overlap(told, await boxOf(bar))).toBe(false);
    }
  });

  it("is a chip where a command did it, a picture small, and reverted like the rest", async () => {
    await using bench = await openWindow({
      answers: [
        { calls: [{ name: "exec", arguments: { command: `cp icon.png copy.png; echo two >> list.txt` } }] },
        { text: "Done." },
      ],
      prepare: async ({ work }) => {
        await writeFile(join(work, "list.txt"), "one\n");
        await writeFile(join(work, "icon.png"), Buffer.from(dot, "base64"));
      },
    });
    const { page } = bench;
    const at = (name: string): string => join(bench.home.work, name);
    await composer(page).fill("Copy it");
    await composer(page).press("Enter");
    const card = page.getByRole("group", { name: "Approval" });
    await card.getByText(/^Changes in the work folder can be undone/).waitFor();
    await card.getByRole("button", { name: "Allow once" }).click();
    await page.getByRole("list", { name: "Pictures that were made" }).getByRole("img").waitFor();
    await page
      .getByRole("list", { name: "Changed files" })
      .getByRole("button", { name: /list\.txt/ })
      .click();
    await page.getByRole("button", { name: "Revert run" }).click();
    await expect.poll(() => readFile(at("list.txt"), "utf8")).toBe("one\n");
    await expect.poll(() => readFile(at("copy.png")).catch(() => "gone")).toBe("gone");
  });
});
