import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import { type Crowd, startCrowd } from "../../support/mcp/crowd.ts";
import { serverSettings } from "../../support/mcp/servers.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import { value } from "../../support/test-home.ts";

/* Fourteen servers with 350 tools: none of it is the model's to bear, and all of it is within its reach. */

let crowd: Crowd;
beforeAll(async () => {
  crowd = await startCrowd(14, 25);
});
afterAll(() => crowd[Symbol.asyncDispose]());

const last = { name: "mcp_crowd13_archive_garden_13_24", arguments: { gardenId: "7" } };
const search = { name: "find_tools", arguments: { wanted: "archive a garden in department 13" } };

interface Body {
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
}

function namesIn({ tools = [] }: Body): readonly string[] {
  return tools.map((tool) => tool.function.name);
}

/** A model that looks for a tool, calls it and answers; whatever does not list what it calls is no way to call it. */
function seeker({ tools, messages }: Body): ScriptedReply {
  const results = messages.filter(({ role }) => role === "tool").map(({ content }) => String(content));
  const asked = messages.findLast(({ role }) => role === "user");
  if (String(asked?.content).includes("hello") || results.some((text) => text.includes("done")))
    return { text: "Hello." };
  return namesIn({ tools: tools ?? [], messages }).includes(last.name) ? { calls: [last] } : { calls: [search] };
}

async function seek(refuse: (names: readonly string[]) => string | null): Promise<AgentBench> {
  const bench = await createAgentBench(
    ({ body }) => {
      const words = refuse(namesIn(body));
      return words === null ? seeker(body) : { status: 400, body: { error: { message: words } } };
    },
    { settings: serverSettings(crowd.settings) },
  );
  expect((await bench.ask("hello")).text).toBe("Hello.");
  const before = crowd.called.length;
  expect(await bench.ask("Archive garden 7, please.", { mode: "full" })).toMatchObject({ reason: "answer" });
  expect(crowd.called.slice(before)).toEqual(["archive_garden_13_24"]);
  return bench;
}

const odd = "mcp_crowd3_list_invoice_3_0";

describe("the last tool of the last of fourteen servers is called within one turn", () => {
  it("as the model looks for it, and what was sent before stays what it was", async () => {
    await using bench = await seek(() => null);
    const [hello, first, second] = bench.endpoint.requests.map(({ body }) => JSON.stringify(body.tools));
    const lists = bench.endpoint.requests.map(({ body }) => namesIn(body));
    expect(first).toBe(hello);
    expect(second?.startsWith(first?.slice(0, -1) ?? "none")).toBe(true);
    expect(lists[2]?.length).toBeGreaterThan(lists[1]?.length ?? 0);
    for (const list of lists) expect(list.length).toBeLessThanOrEqual(128);
    for (let server = 0; server < 14; server += 1) {
      expect(lists[0]?.some((name) => name.startsWith(`mcp_crowd${server}_`))).toBe(true);
    }
    // What was found stays in the chat, and is told once.
    await bench.ask("Archive it again.", { mode: "full" });
    expect(namesIn(bench.endpoint.requests.at(-1)?.body ?? { messages: [] })).toContain(last.name);
    const notices = (await bench.messages()).filter(({ role }) => role === "system");
    expect(notices.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^\d+ tools of MCP servers do not go/),
    ]);
    const { tools } = value(await bench.client.request("mcp.open", { name: "crowd13" }));
    expect(tools.find(({ id }) => id === last.name)).toMatchObject({ hadNoRoom: true });
  });

  it.each([
    [
      "OpenAI, of their number",
      (names: readonly string[]) =>
        names.length > 60
          ? `Invalid 'tools': array too long. Expected an array with maximum length 60, but got an array with length ${names.length} instead.`
          : null,
    ],
    [
      "OpenAI, of a schema",
      (names: readonly string[]) =>
        names.includes(odd)
          ? `Invalid schema for function '${odd}': In context=('properties', 'ids'), array schema missing items.`
          : null,
    ],
    [
      "Anthropic, of a schema",
      (names: readonly string[]) =>
        names.includes(odd)
          ? `tools.${names.indexOf(odd)}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12`
          : null,
    ],
    [
      "Gemini, of a field",
      (names: readonly string[]) =>
        names.includes(odd)
          ? `* GenerateContentRequest.tools[0].function_declarations[${names.indexOf(odd)}].parameters.properties[ids].items: missing field.`
          : null,
    ],
  ])("with the words of %s", async (_, refuse) => {
    await using bench = await seek(refuse);
    expect(refuse(namesIn(bench.endpoint.requests.at(-1)?.body ?? { messages: [] }))).toBeNull();
  });

  it("but for those that the person switched off", async () => {
    await using bench = await createAgentBench([{ calls: [search] }, { text: "No." }], {
      settings: serverSettings({ ...crowd.settings, crowd13: { ...crowd.settings["crowd13"], enabledTools: [] } }),
    });
    await bench.ask("Archive garden 7, please.");
    const results = bench.endpoint.requests[1]?.body.messages.filter(({ role }) => role === "tool");
    expect(String(results?.[0]?.content)).toContain("You can call these from now on:");
    expect(String(results?.[0]?.content)).not.toContain("crowd13");
  });
});
