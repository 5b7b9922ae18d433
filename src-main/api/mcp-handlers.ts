import { ok } from "../../src-preload/contract/result.ts";
import type { McpServers } from "../mcp/mcp-servers.ts";
import type { DomainHandlers } from "./router.ts";

/** `open` loads what only those need who have a server. */
export function createMcpHandlers(open: () => Promise<McpServers>): DomainHandlers<"mcp"> {
  return {
    "mcp.list": async () => (await open()).list(),
    "mcp.offers": async () => (await open()).offers(),
    "mcp.open": async ({ name }) => (await open()).open(name),
    async "mcp.read"({ text }) {
      const read = await (await open()).read(text);
      return read.ok ? ok({ drafts: read.value }) : read;
    },
    async "mcp.save"(change) {
      const saved = await (await open()).save(change);
      return saved.ok ? ok({ server: saved.value }) : saved;
    },
    async "mcp.remove"({ name }) {
      const removed = await (await open()).remove(name);
      return removed.ok ? ok({}) : removed;
    },
    "mcp.restart": async ({ name }) => (await open()).restart(name),
    "mcp.accept": async ({ name }) => (await open()).accept(name),
    "mcp.allowHost": async (choice) => (await open()).allowHost(choice),
    async "mcp.stopCall"(call) {
      const stopped = await (await open()).stopCall(call);
      return stopped.ok ? ok({}) : stopped;
    },
    "mcp.outlook": async (command) => ok(await (await open()).outlook(command)),
    "mcp.signIn": async (choice) => (await open()).signing.begin(choice),
    "mcp.finishSignIn": async (choice) => (await open()).signing.finish(choice),
    "mcp.cancelSignIn": async ({ name }) => (await open()).signing.cancel(name),
    "mcp.signOut": async ({ name }) => (await open()).signing.signOut(name),
    "mcp.allow": async (choice) => (await open()).allow(choice),
  };
}
