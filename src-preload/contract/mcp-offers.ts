/*
 * What MCP servers offer beside tools: resources, which a message names with an `@`, and prompts, which it calls with a `/`. What a
 * server says of them is its word.
 */

export interface McpResource {
  readonly server: string;
  readonly uri: string;
  /** What it is called for people. */
  readonly title: string;
  readonly description: string;
  /** "" where nothing is told. */
  readonly mediaType: string;
}

export interface McpPromptArgument {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
}

export interface McpPrompt {
  readonly server: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly McpPromptArgument[];
}

export interface McpOffers {
  readonly resources: readonly McpResource[];
  readonly prompts: readonly McpPrompt[];
}
