import { afterAll, expect, it } from "vitest";
import { closeBrowser, finished, openWindow, say } from "../../support/window-bench.ts";

/* Formulas, diagrams and code are drawn, and no text becomes markup or a script by another way. */

afterAll(closeBrowser);

const diagrams = [
  'flowchart TD\n A[Start <b>bold</b>] -->|"yes & no"| B{Choice?}\n click A "javascript:window.__hit=1"',
  "sequenceDiagram\n actor A\n A->>B: Hello<br/>there\n Note over A,B: a note",
  "architecture-beta\n service db(database)[Database]\n service s(server)[Server]\n db:L -- R:s",
  'mindmap\n root(("<img src=x onerror=window.__hit=1>"))\n  One',
].map((source) => `\`\`\`mermaid\n${source}\n\`\`\``);

/** What comes of a text that is handed to the page as markup; the error where it takes none. */
const asMarkup = (text: string) => `(() => {
  const element = document.createElement("div");
  try { element.innerHTML = ${JSON.stringify(text)}; } catch (error) { return error.name; }
  return element.innerHTML;
})()`;

it("takes no text as markup or script, draws formulas and diagrams, and purifies what they hand it", async () => {
  const plain = ["\\[\n\\frac{a}{b}\n\\]", "```ts\nconst a = 1;\n```", "end 0."].join("\n\n");
  const drawn = [...diagrams, "end 1."].join("\n\n");
  await using bench = await openWindow({ answers: (_, index) => ({ text: index === 0 ? plain : drawn }) });
  const { page } = bench;
  bench.allow(/requires '?Trusted/);
  await say(page, "draw");
  const answer = finished(page, "end 0.");
  await answer.locator("math mfrac").waitFor();
  await answer.locator("code .hljs-keyword").waitFor();
  // Since its version 156 Chromium tells of a handler also where it lies in a document that nobody sees, before it is taken out.
  bench.allow(/Executing inline event handler violates/);
  const harm = "<b onclick=window.__hit=1>bold</b>";
  expect(await page.evaluate(asMarkup(harm))).toBe("TypeError");
  expect(await page.evaluate(`(() => { try { new Worker("/x.js"); } catch (error) { return error.name; } })()`)).toBe(
    "TypeError",
  );
  await say(page, "draw diagrams");
  const pictures = finished(page, "end 1.").getByRole("img", { name: "Diagram" });
  for (const index of diagrams.keys()) await pictures.nth(index).waitFor();
  expect(await page.evaluate(asMarkup(harm))).toBe("<b>bold</b>");
  expect(await page.evaluate(asMarkup(`<g>${harm}<path d="M0 0"></path><style>b{}</style></g>`))).not.toMatch(
    /onclick|style/,
  );
  expect(await page.evaluate("window.__hit")).toBeUndefined();
});

it("keeps a diagram that was drawn while its row is out of sight", async () => {
  const long = Array.from({ length: 200 }, (_, index) => `Line ${index}.`).join("\n\n");
  await using bench = await openWindow({
    answers: (_, index) => ({ text: index === 0 ? `${diagrams[1]}\n\nend 0.` : `${long}\n\nend ${index}.` }),
  });
  const { page } = bench;
  await say(page, "draw");
  await finished(page, "end 0.").waitFor();
  const picture = page.getByRole("img", { name: "Diagram" });
  await picture.waitFor();
  await say(page, "go on");
  await finished(page, "end 1.").waitFor();
  await picture.waitFor({ state: "detached" });
  await page.getByRole("log", { name: "Transcript" }).focus();
  await page.keyboard.press("Home");
  await picture.waitFor();
});
