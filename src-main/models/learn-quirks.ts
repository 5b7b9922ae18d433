import type { ModelError, ModelErrorKind } from "./model.ts";
import type { Quirks } from "./quirks.ts";

interface Lesson {
  readonly sign: RegExp;
  readonly change: Partial<Quirks>;
}

const refused =
  "(?:unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|not permitted|extra|forbidden|invalid|only the default|is too)";

function refuses(field: string): RegExp {
  return new RegExp(`${field}.*${refused}|${refused}.*${field}`, "is");
}

/** What asks for the Responses API in place of chat completions; an answer of Azure names the operation. */
const wantsResponses =
  /v1\/responses|not a chat model|not (?:supported|accessible) .{0,80}chat\/?[_ ]?completions|chat_?completion operation does not/i;

/** What a refused request teaches about the endpoint, the most telling sign first. */
const lessons: readonly Lesson[] = [
  { sign: wantsResponses, change: { api: "responses" } },
  { sign: /invalid_encrypted_content|encrypted content/i, change: { returnsReasoning: false } },
  { sign: /verified to generate reasoning summar|reasoning\.summary/i, change: { asksSummary: false } },
  { sign: refuses("max_output_tokens"), change: { maxTokensField: "none" } },
  {
    sign: /use ['"`]?max_completion_tokens|['"`]max_tokens['"`] is not supported/i,
    change: { maxTokensField: "max_completion_tokens" },
  },
  {
    sign: /^(?!.*use ['"`]?max_completion_tokens).*max_completion_tokens.*(?:not permitted|unknown|unsupported|unrecogni)/is,
    change: { maxTokensField: "max_tokens" },
  },
  { sign: refuses("['\"`]temperature['\"`]"), change: { sendsTemperature: false } },
  {
    sign: /invalid temperature|temperature['"`]? is (?:deprecated|not supported)/i,
    change: { sendsTemperature: false },
  },
  { sign: refuses("stream_options"), change: { sendsStreamOptions: false } },
  {
    sign: /tools with ['"`]?reasoning_effort['"`]? are not supported/i,
    change: { sendsReasoningEffort: true, effortWithTools: "none" },
  },
  { sign: refuses("reasoning[_.]effort"), change: { sendsReasoningEffort: false } },
  { sign: /reasoning_content.*(?:passed back|missing|required|must)/is, change: { reasoningBack: "always" } },
  { sign: refuses("reasoning_content"), change: { reasoningBack: "never" } },
  { sign: refuses("extra_content"), change: { sendsCallExtras: false } },
  { sign: /should match pattern ['"`]?\^\[a-zA-Z0-9_-\]/i, change: { callIds: "word" } },
  { sign: /tool call id .*length of 9|a-z, A-Z, 0-9, with a length of 9/i, change: { callIds: "nine" } },
  {
    sign: /system role.*not supported|role:? ['"`]?system['"`]?.*not supported|unsupported role.*system/i,
    change: { hasSystemRole: false },
  },
  { sign: /unexpected role ['"`]?user['"`]? after role ['"`]?tool/i, change: { bridgesResults: true } },
  { sign: /roles must alternate|must alternate user/i, change: { joinsRoles: true } },
  {
    sign: /unknown variant `?image_url|does(?: not|n't) support image|image(?:s| input)? (?:is|are) not supported|no vision|not a (?:multimodal|vision)|image_url.*not supported/i,
    change: { takesImages: false },
  },
  {
    sign: /does(?: not|n't) support (?:tools|tool use|tool call|function call)|requires? (?:the )?--(?:enable-auto-tool-choice|jinja)|no endpoints found that support tool use/i,
    change: { takesTools: false },
  },
];

/** A field too many that is not named: those that few endpoints know are left out. */
const anyExtra: Lesson = {
  sign: /extra inputs are not permitted|extra_forbidden/i,
  change: { reasoningBack: "never", sendsCallExtras: false },
};

/** What a refusal teaches that names a field and says no more than that it is not taken; the first that was not tried counts. */
const fieldLessons: Readonly<Record<string, readonly Partial<Quirks>[]>> = {
  max_tokens: [{ maxTokensField: "max_completion_tokens" }, { maxTokensField: "none" }],
  max_completion_tokens: [{ maxTokensField: "max_tokens" }, { maxTokensField: "none" }],
  max_output_tokens: [{ maxTokensField: "none" }],
  temperature: [{ sendsTemperature: false }],
  stream_options: [{ sendsStreamOptions: false }],
  include_usage: [{ sendsStreamOptions: false }],
  reasoning_effort: [{ sendsReasoningEffort: false }],
  reasoning: [{ sendsReasoningEffort: false }],
  reasoning_content: [{ reasoningBack: "never" }],
  extra_content: [{ sendsCallExtras: false }],
  tools: [{ takesTools: false }],
};

/** From the Responses API back, for those that do not have it: where tools are refused with thoughts, without these. */
const backToChat: readonly Partial<Quirks>[] = [
  { api: "chat" },
  { api: "chat", sendsReasoningEffort: true, effortWithTools: "none" },
];

/** What answers to a path that is not there; a model that is not there is told by that word. */
const noPath: ReadonlySet<number | undefined> = new Set([404, 405, 410, 501]);

/** Also what a key with few rights is told. */
const noResponses =
  /missing scopes?:? .{0,80}api\.responses|not (?:supported|available|accessible) .{0,80}responses|responses (?:api|operation) (?:is|does) not/i;

function lacksResponses({ status, reason = "" }: ModelError, { api }: Quirks): boolean {
  if (api !== "responses") return false;
  return noResponses.test(reason) || (noPath.has(status) && !/model|deployment/i.test(reason));
}

/** OpenRouter says with a 404 that nobody serves a model with tools. */
const teaching: ReadonlySet<ModelErrorKind> = new Set(["bad_request", "not_found"]);

/** The most lessons that one request may teach before its refusal stands. */
const mostLessons = 4;

/**
 * The quirks to try after a refused request, or null when the refusal teaches nothing new. The provider's own reason
 * tells it, never the sentence for people: that names an address, which could hold any word. `tried`: the quirks that
 * this request went out with before; none of them is tried again.
 */
export function learnQuirks(error: ModelError, tried: readonly Quirks[]): Quirks | null {
  const quirks = tried.at(-1);
  if (quirks === undefined || tried.length > mostLessons) return null;
  const known = new Set(tried.map((one) => JSON.stringify(one)));
  const next = changesFor(error, quirks, tried).map((change) => ({ ...quirks, ...change }));
  return next.find((learned) => !known.has(JSON.stringify(learned))) ?? null;
}

function changesFor(error: ModelError, quirks: Quirks, tried: readonly Quirks[]): readonly Partial<Quirks>[] {
  if (lacksResponses(error, quirks)) return backToChat;
  if (!teaching.has(error.kind)) return [];
  const { reason = "", refusedFields = [] } = error;
  const says = ({ sign }: Lesson): boolean => sign.test(reason);
  const told = [
    ...lessons.filter(says).map(({ change }) => change),
    ...refusedFields.flatMap((field) => (Object.hasOwn(fieldLessons, field) ? (fieldLessons[field] ?? []) : [])),
    ...[anyExtra].filter(says).map(({ change }) => change),
  ];
  return told.filter(({ api }) => tried.every((before) => before.api !== api));
}
