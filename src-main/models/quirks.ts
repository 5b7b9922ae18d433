/** How an endpoint differs from the plain protocol. Every field has a default that suits most endpoints. */
export interface Quirks {
  /** Chat completions, or OpenAI's Responses API: there its newer models think and call tools in one answer. */
  readonly api: "chat" | "responses";
  /** `reasoning_content` of earlier assistant messages: left out, sent with messages that have calls, or always. */
  readonly reasoningBack: "never" | "with-calls" | "always";
  /** Which parameter limits the answer. */
  readonly maxTokensField: "max_tokens" | "max_completion_tokens" | "none";
  /** Some models take only their own temperature. */
  readonly sendsTemperature: boolean;
  readonly sendsReasoningEffort: boolean;
  /** Beside tools the effort that was asked for, or always `none`: in chat completions newer models of OpenAI refuse tools with any other. */
  readonly effortWithTools: "asked" | "none";
  /** Ask for usage at the end of a stream. */
  readonly sendsStreamOptions: boolean;
  /** Fields of a call that came with it (`extra_content`) go back with it. */
  readonly sendsCallExtras: boolean;
  /** Mistral takes ids of exactly nine letters and digits, Anthropic letters, digits, `_` and `-`. */
  readonly callIds: "any" | "word" | "nine";
  /** Some chat templates know no system role: its text goes before the first user message. */
  readonly hasSystemRole: boolean;
  /** Some chat templates want user and assistant to alternate: neighbours of one role are joined. */
  readonly joinsRoles: boolean;
  /** Whether images are sent; refused ones are replaced by a short text. */
  readonly takesImages: boolean;
  /** Some models know no tools: none are offered, and earlier calls and results become words. */
  readonly takesTools: boolean;
  /** Tools that it refused, as `refusalKey` marks them: they are left out. */
  readonly refusedTools: readonly string[];
  /** Null where it takes all. */
  readonly mostTools: number | null;
  /** Characters of a tool's description; null where it takes all. */
  readonly mostDescriptionChars: number | null;
  /** No word of the user may come right after a result: a dot of the model's goes between. */
  readonly bridgesResults: boolean;
  /** Responses API: thoughts are asked for, sealed by the model's maker, and go back before the call that they led to. */
  readonly returnsReasoning: boolean;
  /** Responses API: thoughts are told in short; OpenAI does so only for organisations that it knows by name. */
  readonly asksSummary: boolean;
  /** Azure has a header of its own for the key. */
  readonly keyHeader: "bearer" | "api-key";
}

export const plainQuirks: Quirks = {
  api: "chat",
  reasoningBack: "with-calls",
  maxTokensField: "max_tokens",
  sendsTemperature: true,
  sendsReasoningEffort: true,
  effortWithTools: "asked",
  sendsStreamOptions: true,
  sendsCallExtras: true,
  callIds: "any",
  hasSystemRole: true,
  joinsRoles: false,
  takesImages: true,
  takesTools: true,
  refusedTools: [],
  mostTools: null,
  mostDescriptionChars: null,
  bridgesResults: false,
  returnsReasoning: true,
  asksSummary: true,
  keyHeader: "bearer",
};

/** The fields in which `now` differs from `base`. */
export function changedQuirks(base: Quirks, now: Quirks): Partial<Quirks> {
  const known: Readonly<Record<string, unknown>> = { ...base };
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => known[name] !== value));
}
