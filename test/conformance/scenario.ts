import type { RemoteTool } from "../../src-main/tools/remote-tool.ts";
import { z } from "../../src-preload/contract/zod.ts";

const contextSchema = z.looseObject({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).optional(),
});

export const scenarioSchema = z.object({ url: z.string(), scenario: z.string(), context: contextSchema });
/** The server of a scenario, its name, and what it lets its client know beforehand. */
export type Scenario = z.infer<typeof scenarioSchema>;

/** The address that the scenario of client-id documents takes as the client. */
const document = "https://conformance-test.local/client-metadata.json";

/** What a person would have put into the settings. */
export function oauthOf(scenario: string, { client_id, client_secret }: Scenario["context"]): object {
  if (client_id === undefined) return scenario === "auth/basic-cimd" ? { clientId: document } : {};
  const isByItself = scenario.includes("client-credentials");
  const secret = client_secret === undefined ? {} : { clientSecret: client_secret };
  return { clientId: client_id, ...secret, ...(isByItself ? { grant: "client-credentials" } : {}) };
}

/** Arguments that a tool can do something with; a schema where it wants to be given the one of its neighbour. */
export function argumentsFor(tool: RemoteTool, all: readonly RemoteTool[]): Readonly<Record<string, unknown>> {
  const { properties = {} } = tool.parameters as { readonly properties?: Readonly<Record<string, { type?: unknown }>> };
  const made = Object.entries(properties).map(([name, { type }]) => {
    if (name === "schema") return [name, all.find((other) => other !== tool)?.parameters] as const;
    return [name, type === "number" || type === "integer" ? 5 : type === "boolean" ? true : "text"] as const;
  });
  return Object.fromEntries(made);
}
