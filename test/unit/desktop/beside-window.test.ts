import { expect, it } from "vitest";
import { createDesktopHandlers } from "../../../src-main/api/desktop-handlers.ts";
import { besideWindow } from "../../../src-main/desktop/beside-window.ts";
import { createFollowingConnection } from "../../../src-main/desktop/following-connection.ts";
import { createPageLine } from "../../../src-main/desktop/page-line.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { DesktopShell } from "../../../src-preload/contract/desktop.ts";
import type { Delivery } from "../../../src-preload/contract/events.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import type { BridgeDelivery } from "../../../src-preload/desktop-bridge.ts";
import { eventOf, settingsChange } from "../../support/window-facts.ts";

/* Lines to an agent that may be that of another process, and end before the page does. */

const facts = {
  notifications: { kind: "untried" },
  shortcut: { keys: null, state: "none" },
  login: { isWanted: false, state: "off" },
  tray: { hasTray: true, isKept: false, isUsual: false },
  updates: { isAutomatic: true, lookedAt: null, state: { kind: "unknown" } },
} as const;
const shell: DesktopShell = {
  describe: async () => facts,
  change: async () => ok(facts),
  test: async () => facts,
  update: async () => facts,
  quick: async () => undefined,
  clipboard: async () => "copied",
  folder: async (from) => `${from}/chosen`,
};

/** An agent that answers every request with its name. */
function agentCalled(name: string) {
  const asked: string[] = [];
  const closed = new Set<() => void>();
  let tell: (delivery: Delivery) => void = () => undefined;
  const connection: Connection = {
    // What a test asks, it reads as the name that it is.
    request: (route) => Promise.resolve(ok(asked.push(route) && name)) as never,
    async subscribe(_topics, listener) {
      tell = listener;
      return ok({ epoch: name, seq: 7, reset: false });
    },
    onClose(listener) {
      closed.add(listener);
      return () => void closed.delete(listener);
    },
    close: async () => undefined,
  };
  return {
    connection,
    asked,
    says: () => tell({ kind: "event", event: { ...eventOf(settingsChange), seq: 8 } }),
    ends: () => closed.forEach((listener) => void listener()),
  };
}

it("follows from agent to agent: a reset, and nothing of the one that was left", async () => {
  const following = createFollowingConnection();
  const [first, second] = [agentCalled("first"), agentCalled("second")];
  const heard: string[] = [];
  await following.subscribe(["settings"], ({ kind }) => void heard.push(kind));
  expect(await following.request("settings.get", {})).toMatchObject({ error: { code: "disconnected" } });
  following.follow(first.connection);
  await Promise.resolve();
  first.says();
  expect(await following.request("settings.get", {})).toEqual(ok("first"));
  following.follow(second.connection);
  await Promise.resolve();
  first.says();
  second.says();
  expect(heard).toEqual(["reset", "event", "reset", "event"]);
});

it("answers what is asked of this desktop itself, and tells its page what the system did not show", async () => {
  const agent = agentCalled("elsewhere");
  const page = besideWindow(agent.connection, shell);
  const heard: Delivery[] = [];
  await page.subscribe(["system"], (delivery) => void heard.push(delivery));
  expect(await page.request("desktop.describe", {})).toEqual(ok(facts));
  expect(await page.request("settings.get", {})).toEqual(ok("elsewhere"));
  expect(agent.asked).toEqual(["settings.get"]);
  const wrong = await page.request("desktop.change", { shortcut: "" });
  expect(wrong).toMatchObject({ ok: false, error: { code: "invalid-input" } });
  agent.says();
  page.tell({ title: "T", text: "W", address: "#/inbox" }, 5);
  expect(heard.at(-1)).toMatchObject({ event: { type: "notice-unshown", seq: 8, time: 5 } });
});

it("tells a page that its agent is gone, and opens another line at its next question", async () => {
  const agents = [agentCalled("first"), agentCalled("second")];
  const lines = [agents[0]?.connection, null, agents[1]?.connection];
  const told: BridgeDelivery["kind"][] = [];
  const line = createPageLine(
    () => lines.shift() ?? null,
    ({ kind }) => void told.push(kind),
  );
  expect(await line.request("no.such", {})).toMatchObject({ error: { code: "unknown-route" } });
  expect(await line.subscribe("nonsense", null)).toMatchObject({ error: { code: "invalid-input" } });
  expect(await line.request("settings.get", {})).toEqual(ok("first"));
  agents[0]?.ends();
  expect(told).toEqual(["gone"]);
  expect(await line.request("settings.get", {})).toMatchObject({ error: { code: "disconnected" } });
  expect(await line.request("settings.get", {})).toEqual(ok("second"));
});

it("reads the clipboard for pages of this desktop alone", async () => {
  const caller = {
    senderId: "user",
    place: "window",
    deliver: () => undefined,
    hold: () => undefined,
    keep: () => undefined,
  };
  const read = (channel: string) => createDesktopHandlers(shell)["desktop.clipboard"]({}, { ...caller, channel });
  expect(await read("desktop")).toEqual(ok({ text: "copied" }));
  expect(await read("api")).toMatchObject({ ok: false, error: { code: "not-found" } });
  const choose = (channel: string) =>
    createDesktopHandlers(shell)["desktop.folder"]({ from: "~" }, { ...caller, channel });
  const close = (channel: string) =>
    createDesktopHandlers(shell)["desktop.quick"]({ act: "close" }, { ...caller, channel });
  expect(await close("desktop")).toEqual(ok({}));
  expect(await close("api")).toMatchObject({ ok: false, error: { code: "not-found" } });
  expect(await choose("desktop")).toEqual(ok({ path: "~/chosen" }));
  expect(await choose("api")).toMatchObject({ ok: false, error: { code: "not-found" } });
});
