import { createNetwork } from "../network/network.ts";
import { createNetworkFetch } from "../network/network-fetch.ts";
import { text } from "../words.ts";
import { connectAddress, type McpConnection } from "./connection.ts";
import { type Opening, stageFailure } from "./opening.ts";
import { StageFailure } from "./stages.ts";

/** The first three stages of a server at an address. */
export async function openAddress(opening: Opening): Promise<McpConnection> {
  const { request, deps, stages } = opening;
  const { target, values } = request.launch;
  const url = target.kind === "address" ? target.url : "";
  await stages.run(
    "found",
    async () => checkAddress(url),
    () => new URL(url).host,
  );
  const { timeoutMs, signal, onToolsChanged, onOffersChanged, asks, onLog } = request;
  const way = createNetworkFetch(createNetwork(deps.host, await deps.proxy()));
  const connection = await stages.run(
    "started",
    async () => {
      try {
        const told = { onToolsChanged, onOffersChanged, asks, onLog };
        const options = { version: deps.version, timeoutMs, signal, ...told, clock: deps.host };
        const fetch = request.signIn?.signed(way.fetch) ?? way.fetch;
        return await connectAddress({ url, headers: values, fetch }, options);
      } catch (cause) {
        way[Symbol.dispose]();
        throw stageFailure(opening, cause);
      }
    },
    () => text("mcp.connected"),
  );
  void connection.closed.then(() => way[Symbol.dispose]());
  return stages.run(
    "initialised",
    async () => connection,
    ({ title }) => title,
  );
}

function checkAddress(url: string): void {
  if (URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol)) return;
  const problem = { message: text("mcp.badAddress", { url }), nextStep: text("mcp.next.address"), missing: null };
  throw new StageFailure({ short: text("mcp.short.badAddress"), problem });
}
