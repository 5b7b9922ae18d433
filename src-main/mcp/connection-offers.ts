import type { Client, GetPromptResult, Prompt, ReadResourceResult, Resource } from "@modelcontextprotocol/client";

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** What a server has beside tools. All of it throws what the protocol's library throws. */
export interface ConnectionOffers {
  readonly hasResources: boolean;
  /** None where the server says that it has no such thing. */
  resources(options: AskOptions): Promise<readonly Resource[]>;
  prompts(options: AskOptions): Promise<readonly Prompt[]>;
  read(uri: string, options: AskOptions): Promise<ReadResourceResult>;
  prompt(name: string, values: Readonly<Record<string, string>>, options: AskOptions): Promise<GetPromptResult>;
}

export function offersOf(client: Client): ConnectionOffers {
  return {
    hasResources: client.getServerCapabilities()?.resources !== undefined,
    async resources({ signal, timeoutMs }) {
      if (client.getServerCapabilities()?.resources === undefined) return [];
      const { resources } = await client.listResources(undefined, { signal, timeout: timeoutMs, cacheMode: "refresh" });
      return resources;
    },
    async prompts({ signal, timeoutMs }) {
      if (client.getServerCapabilities()?.prompts === undefined) return [];
      const { prompts } = await client.listPrompts(undefined, { signal, timeout: timeoutMs, cacheMode: "refresh" });
      return prompts;
    },
    read: (uri, { signal, timeoutMs }) =>
      client.readResource({ uri }, { signal, timeout: timeoutMs, cacheMode: "refresh" }),
    prompt: (name, values, { signal, timeoutMs }) =>
      client.getPrompt({ name, arguments: { ...values } }, { signal, timeout: timeoutMs }),
  };
}
