import { ok } from "../../src-preload/contract/result.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { McpServers } from "../mcp/mcp-servers.ts";
import type { DomainHandlers } from "./router.ts";

/** `open` loads what only those need who have a server. */
export function createMcpHandlers(open: () => Promise<McpServers>, events: EventBus): DomainHandlers<"mcp"> {
  const tell = (): void => events.publish({ topic: "settings", type: "settings-changed" });
  return {
    "mcp.list": async () => (await open()).list(),
    "mcp.open": async ({ name }) => (await open()).open(name),
    async "mcp.read"({ text }) {
      const read = await (await open()).read(text);
      return read.ok ? ok({ drafts: read.value }) : read;
    },
    async "mcp.save"(change) {
      const saved = await (await open()).save(change);
      if (!saved.ok) return saved;
      tell();
      return ok({ server: saved.value });
    },
    async "mcp.remove"({ name }) {
      const removed = await (await open()).remove(name);
      if (!removed.ok) return removed;
      tell();
      return ok({});
    },
    "mcp.restart": async ({ name }) => (await open()).restart(name),
    "mcp.accept": async ({ name }) => (await open()).accept(name),
    "mcp.allow": async (choice) => (await open()).allow(choice),
  };
}
