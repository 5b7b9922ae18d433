import { ownValue } from "../../../src-preload/contract/own-value.ts";
import { isLoopback } from "../../models/addresses.ts";
import { type TextKey, text } from "../../words.ts";
import { providerSpecs } from "../provider-list.ts";
import { plainName, providerSpec } from "../provider-specs.ts";

const startKeys: Readonly<Record<string, TextKey>> = {
  ollama: "diagnose.start.ollama",
  lmstudio: "diagnose.start.lmstudio",
  llamacpp: "diagnose.start.llamacpp",
  vllm: "diagnose.start.vllm",
  jan: "diagnose.start.jan",
};

/** How to start the server that should answer at this address: the provider's own way, or that of whoever uses the port. */
export function startHint(provider: string, baseUrl: string): string {
  const { port } = new URL(baseUrl);
  const title = providerSpec(provider)?.title ?? provider;
  const own = ownValue(startKeys, plainName(provider));
  if (own !== undefined) return text(own, { port });
  if (!isLoopback(baseUrl)) return text("diagnose.start.remote", { title });
  const byPort = providerSpecs.find(
    ({ kind, apiBase }) => kind === "local" && apiBase !== null && new URL(apiBase).port === port,
  );
  const usual = byPort === undefined ? undefined : startKeys[plainName(byPort.name)];
  return usual === undefined ? text("diagnose.start.any", { title }) : text(usual, { port });
}
