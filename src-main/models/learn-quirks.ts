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

/** What a refused request teaches about the endpoint, the most telling sign first. */
const lessons: readonly Lesson[] = [
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
  { sign: refuses("reasoning_effort"), change: { sendsReasoningEffort: false } },
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
    sign: /does(?: not|n't) support (?:tools|tool use|tool call|function call)|no endpoints found that support tool use/i,
    change: { takesTools: false },
  },
  {
    sign: /extra inputs are not permitted|extra_forbidden/i,
    change: { reasoningBack: "never", sendsCallExtras: false },
  },
];

/** OpenRouter says with a 404 that nobody serves a model with tools. */
const teaching: ReadonlySet<ModelErrorKind> = new Set(["bad_request", "not_found"]);

/** The most lessons that one request may teach before its refusal stands. */
const mostLessons = 4;

/**
 * The quirks to try after a refused request, or null when the refusal teaches nothing new. The provider's reason is in
 * the error's sentence. `tried`: the quirks that this request went out with before; none of them is tried again.
 */
export function learnQuirks(error: ModelError, tried: readonly Quirks[]): Quirks | null {
  const quirks = tried.at(-1);
  if (!teaching.has(error.kind) || quirks === undefined || tried.length > mostLessons) return null;
  const known = new Set(tried.map((one) => JSON.stringify(one)));
  for (const { sign, change } of lessons) {
    const learned = { ...quirks, ...change };
    if (sign.test(error.userMessage) && !known.has(JSON.stringify(learned))) return learned;
  }
  return null;
}
