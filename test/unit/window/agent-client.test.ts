import { expect, it, onTestFinished, vi } from "vitest";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { createAgentClient, type LinkState } from "../../../src-renderer/client/agent-client.ts";

/* The line to the agent: lost, tried again by itself, and at once where a person asks for it. */

function played() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let isThere = false;
  let tries = 0;
  const connection: Connection = {
    request: () => Promise.reject(new Error("nothing is asked here")),
    subscribe: async () => ok({ epoch: "one", seq: 0, reset: false }),
    onClose: () => () => undefined,
    close: async () => undefined,
  };
  const client = createAgentClient(
    async () => {
      tries += 1;
      if (!isThere) throw new Error("nobody is there");
      return connection;
    },
    { areDrawn: false, next: () => undefined },
  );
  const links: LinkState["kind"][] = [];
  client.start({ events: () => undefined, reset: () => undefined, link: ({ kind }) => void links.push(kind) });
  const appear = (): void => {
    isThere = true;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { client, links, settled, tries: () => tries, appear };
}

it("tries a lost line at once when it is asked to, and only then", async () => {
  const { client, links, settled, tries, appear } = played();
  await settled();
  expect([links, tries()]).toEqual([["connecting", "lost"], 1]);
  client.tryNow();
  client.tryNow();
  await settled();
  expect(tries()).toBe(2);
  appear();
  client.tryNow();
  await settled();
  expect([links.at(-1), tries()]).toEqual(["up", 3]);
  client.tryNow();
  vi.runOnlyPendingTimers();
  await settled();
  expect(tries()).toBe(3);
});
