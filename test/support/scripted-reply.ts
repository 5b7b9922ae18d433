/** One answer of the endpoint. What is left out is not sent; an answer ends with a finish reason and `[DONE]`. */
export interface ScriptedReply {
  readonly text?: string;
  /** The text in these pieces; a promise among them holds the stream until it settles. */
  readonly deltas?: readonly (string | Promise<unknown>)[];
  readonly reasoning?: string;
  /** Of the Responses API alone: thoughts that only their maker reads, and what its words are. */
  readonly sealed?: string;
  readonly phase?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly finishReason?: string;
  readonly usage?: { readonly prompt: number; readonly completion: number; readonly cached?: number } | null;
  /** The usage as it goes over the wire, in place of `usage`. */
  readonly wireUsage?: object;
  /** Held before the headers go out. */
  readonly gate?: Promise<unknown>;
  /** A failing answer: `body` is text or JSON. */
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** After what was sent: silence until the client goes, or a broken connection. */
  readonly ending?: "stall" | "cut" | "end-without-finish";
}

export interface ScriptedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>> | string;
  readonly id?: string;
}
