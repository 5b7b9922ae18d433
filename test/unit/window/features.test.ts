import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/* What the features of the window may not do: stores act, components render. */

const renderer = join(import.meta.dirname, "../../../src-renderer");
const features = join(renderer, "features");

const sources = readdirSync(features, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => ({ name: entry.name, text: readFileSync(join(entry.parentPath, entry.name), "utf8") }));

const asking = /\bclient\.request\b|\bAgentClient\b|\{[^}]*\bclient\b[^}]*\} = useWindow\(\)/;

const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

describe("a feature", () => {
  it("asks the agent nothing: each request is an action of a store", () => {
    expect(sources.length).toBeGreaterThan(80);
    expect(filesWith(asking)).toEqual([]);
    for (const line of ['void client.request("chat.stop", {})', "const { chat, client } = useWindow();"]) {
      expect(line).toMatch(asking);
    }
  });

  it("reaches no other one through the page: what is to take the focus is asked for in a store", () => {
    expect(filesWith(/\bdocument\.(querySelector|getElement)/)).toEqual([]);
  });

  it("names everything for screen readers in the words of the catalogue", () => {
    expect(filesWith(/\baria-(label|description|roledescription)="/)).toEqual([]);
  });

  it("is shown: a folder that neither the table of pages nor the window draws is none", () => {
    const drawing = ["places.tsx", "app.tsx"];
    const shown = drawing.map((name) => readFileSync(join(renderer, name), "utf8")).join("\n");
    const folders = readdirSync(features);
    expect(folders.filter((folder) => !shown.includes(`"./features/${folder}/`))).toEqual([]);
  });
});
