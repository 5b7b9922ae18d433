import { expect, it, vi } from "vitest";
import type { LinkState } from "../../../src-renderer/client/agent-client.ts";
import { createFakeAgent, settled, startClient } from "../../support/fake-agent.ts";

/* The line to the agent is lost. */

it("lets what only reads wait for the line, and refuses at once what would do something", async () => {
  const agent = createFakeAgent();
  await startClient(agent, {});
  agent.cut();
  const read = agent.client.request("provider.list", {});
  expect(await agent.client.request("mcp.remove", { name: "files" })).toMatchObject({
    error: { code: "disconnected" },
  });
  await agent.comeBack("same");
  await (await agent.asked("provider.list")).answer({ providers: [], newKeys: "key-store" });
  expect(await read).toMatchObject({ ok: true });
});

it("tries at once where a person wants that, and once only", async () => {
  const agent = createFakeAgent();
  const states: LinkState["kind"][] = [];
  await startClient(agent, { link: ({ kind }) => void states.push(kind) });
  agent.cut();
  agent.client.tryNow();
  agent.client.tryNow();
  await settled();
  vi.runOnlyPendingTimers();
  await settled();
  expect(states).toEqual(["connecting", "up", "lost", "up"]);
  agent.client.tryNow();
  await settled();
  expect(states).toHaveLength(4);
});
