import { setTimeout } from "node:timers/promises";
import { startProviderServer } from "../provider-server.ts";
import { startScriptedEndpoint } from "../scripted-endpoint.ts";
import { startTranscriptionEndpoint } from "../transcription-endpoint.ts";
import { replyTo } from "./chats.mjs";
import { servedProviders } from "./served-providers.ts";

/** Their addresses are shown, so they are the same in each run; below those that systems give away by themselves. */
const ports = { endpoint: 21_517, providers: 21_518, ear: 21_519 };
const lookAgainMs = 2000;

/** The model and the providers of the pictures. Where another run has their ports, its end is waited for. */
export async function startShownEndpoints() {
  const endpoint = await whenFree(() => startScriptedEndpoint(replyTo, { port: ports.endpoint }));
  const server = await whenFree(() => startProviderServer(servedProviders, { port: ports.providers }));
  const ear = await whenFree(() => startTranscriptionEndpoint([], { port: ports.ear }));
  async function close() {
    await endpoint.close();
    await server.close();
    await ear.close();
  }
  return { endpoint, server, ear, close };
}

async function whenFree(start) {
  for (let isTold = false; ; isTold = true) {
    try {
      return await start();
    } catch (cause) {
      if (cause.code !== "EADDRINUSE") throw cause;
      if (!isTold) console.error(`Port ${cause.port} is taken, by another run it seems: waiting for its end.`);
      await setTimeout(lookAgainMs);
    }
  }
}
