import { type TextKey, text } from "../../settings/text.ts";
import { plainName, providerSpecs } from "../provider-specs.ts";

const startKeys: Readonly<Record<string, TextKey>> = {
  ollama: "diagnose.start.ollama",
  lmstudio: "diagnose.start.lmstudio",
  llamacpp: "diagnose.start.llamacpp",
  vllm: "diagnose.start.vllm",
  jan: "diagnose.start.jan",
};

/** How to start the server that should answer at this address: the provider's own way, or that of whoever uses the port. */
export function startHint(provider: string, baseUrl: string): string {
  const { hostname, port } = new URL(baseUrl);
  const own = startKeys[plainName(provider)];
  if (own !== undefined) return text(own, { port });
  if (!isLoopback(hostname)) return text("diagnose.start.remote", { provider });
  const byPort = providerSpecs.find(
    ({ isLocal, apiBase }) => isLocal && apiBase !== null && new URL(apiBase).port === port,
  );
  const usual = byPort === undefined ? undefined : startKeys[plainName(byPort.name)];
  if (usual !== undefined) return text(usual, { port });
  const ways = Object.values(startKeys).map((key) => text(key, { port }));
  return text("diagnose.start.any", { ways: ways.join(" "), provider });
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
