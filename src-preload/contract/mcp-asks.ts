import type { RunId, SessionKey } from "./ids.ts";

/*
 * What an MCP server asks of the person while one of its calls is on. It lives as long as the call waits for it: nothing of it is
 * kept on the disk. All words are the server's own, as plain text. Without zod, for pages.
 */

/** A choice that can be made; `label` is what people read. */
export interface McpChoice {
  readonly value: string;
  readonly label: string;
}

/** How one thing is asked for. `initial` is what stands there at first. */
export type McpFieldInput =
  | {
      readonly kind: "text";
      readonly format: "email" | "uri" | "date" | "date-time" | null;
      /** In characters. */
      readonly least: number;
      readonly most: number;
      readonly initial: string;
    }
  | {
      readonly kind: "number";
      readonly isWhole: boolean;
      readonly least: number | null;
      readonly most: number | null;
      readonly initial: number | null;
    }
  | { readonly kind: "truth"; readonly initial: boolean }
  | { readonly kind: "choice"; readonly choices: readonly McpChoice[]; readonly initial: string | null }
  | {
      readonly kind: "choices";
      readonly choices: readonly McpChoice[];
      /** How many are to be chosen. */
      readonly least: number;
      readonly most: number;
      readonly initial: readonly string[];
    };

/** One thing that a server wants to know. */
export interface McpField {
  /** As the server names it in the answer. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** It looks as if it asked for a password or a key, which no server may do. */
  readonly isSecret: boolean;
  readonly input: McpFieldInput;
}

export type McpFieldValue = string | number | boolean | readonly string[];

export type McpAsked =
  | { readonly kind: "form"; readonly fields: readonly McpField[] }
  /** A page that is to be opened; `host` is whose it is. */
  | { readonly kind: "address"; readonly url: string; readonly host: string };

/** A question of a server that waits for the person. */
export interface McpAsk {
  readonly id: string;
  /** As the settings name it. */
  readonly server: string;
  /** What the server says of it; "" where it says nothing. */
  readonly message: string;
  readonly asked: McpAsked;
  /** The chat that it is for, and its run; null where no run is on: a prompt or a resource is read. */
  readonly sessionKey: SessionKey;
  readonly runId: RunId | null;
  /** Of a sub-agent: the chat that asked for it. */
  readonly parent: SessionKey | null;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

/** `decline`: the person does not want to. `cancel`: they said neither. */
export type McpAskAction = "accept" | "decline" | "cancel";
