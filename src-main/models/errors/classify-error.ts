import type { ModelErrorKind } from "../model.ts";
import type { Fault } from "./fault.ts";
import { type Overflow, overflowOf } from "./overflow.ts";

/** What a failure is, by the table of the provider cases. */
export interface Classified {
  readonly kind: ModelErrorKind;
  readonly retryable: boolean;
  readonly overflow: Overflow | null;
  /** What a person is told, where the kind alone would name the wrong culprit. */
  readonly sentence?: "model.noMemory" | "model.noPath";
}

const passing: ReadonlySet<ModelErrorKind> = new Set([
  "rate_limit",
  "overloaded",
  "tool_format",
  "timeout",
  "conflict",
  "server",
  "network",
  "incomplete",
  "empty",
]);

export function isPassing(kind: ModelErrorKind): boolean {
  return passing.has(kind);
}

const signs = {
  key: /invalid_api_key|api_key_invalid|authentication_error|invalid[^.]{0,20}api[ _-]?key|incorrect api key|api[ _-]?key (?:is )?(?:not valid|invalid|expired|missing)|invalid authentication|no api key/i,
  quota:
    /insufficient[_ ](?:quota|balance|funds|credits?)|exceeded_current_quota|billing_hard_limit|billing_not_active|arrear|credit balance is too low|out of credits|payment required|used all (?:of )?(?:your |the )?(?:available )?credits|spending limit|purchase (?:more )?credits|budget_?exceeded|budget has been exceeded|exceededbudget|over budget|no (?:available )?balance|balance (?:is )?(?:not enough|insufficient)|account[^.]{0,40}suspended|余额不足|欠费|账户余额/i,
  quotaCode: /(?:^|\s)(?:1113|1008|30001)(?:\s|$)/,
  /** May also be a limit by the minute: then a delay is told. */
  quotaMaybe: /exceeded your current quota|quota exceeded|resource_exhausted/i,
  overload:
    /overload|at capacity|over capacity|server (?:is )?busy|too busy|service[_ ]unavailable|temporarily unavailable|no available (?:channel|server|capacity)|insufficient_system_resource|model is (?:currently )?loading/i,
  throttle:
    /rate[_ -]?limit|too[_ ]many[_ ]requests|throttl|tokens? per (?:min|minute|day)|requests? per (?:min|minute|day)|\((?:TPM|RPM|TPD|RPD|ITPM)\)|too many tokens, please wait|concurrency limit/i,
  filter:
    /content[_ ](?:filter|policy)|responsibleaipolicy|content management policy|data_?inspection_?failed|moderation|flagged|safety (?:system|filter)|sensitive[_ ](?:words|content)|inappropriate content|prohibited_content|(?:prompt|request|input|response) (?:was |is )?blocked/i,
  policyCode: /_policy(?:_violation)?(?:\s|$)/,
  /** A server that cannot load the model: asking again changes nothing. */
  memory:
    /requires more (?:system |gpu )?memory|insufficient system resources|load(?:ing|ed)?\b.{0,80}(?:out of memory|not enough memory)/i,
  path: /unexpected endpoint or method/i,
  modelCode: /(?:^|\s)model_not_found(?:\s|$)/,
  filterCode: /(?:^|\s)(?:1301|1026|1027)(?:\s|$)/,
  toolFormat:
    /tool_use_failed|failed to (?:call a function|parse (?:the )?(?:tool|function) call|parse input at pos)|(?:error|failed) parsing tool call|tool call (?:validation|parsing) failed|malformed_function_call/i,
  template:
    /jinja|raise_exception|chat template|roles must alternate|template (?:error|exception|syntax)|apply_chat_template/i,
} as const;

const typeStatus: readonly (readonly [RegExp, number])[] = [
  [/invalid_request|badrequest|bad_request|invalid_argument|invalid_parameter|validation/i, 400],
  [
    /invalid_(?:prompt|image|base64)|image_(?:too|parse|file|media)|empty_image|download_image|residency_mismatch/i,
    400,
  ],
  [/unauthori[sz]ed|unauthenticated/i, 401],
  [/permission|forbidden/i, 403],
  [/not_?found/i, 404],
  [/timeout|timed out|deadline_exceeded/i, 504],
];

const notRetried = { retryable: false, overflow: null } as const;

export function classifyFault(fault: Fault): Classified {
  const { words, codes, status } = fault;
  const isThrottle = signs.throttle.test(words);
  if (signs.quota.test(words) || signs.quotaCode.test(codes) || status === 402) return { kind: "quota", ...notRetried };
  if (status === 401 || signs.key.test(words)) return { kind: "auth", ...notRetried };
  if (isThrottle) return throttled(fault);
  const overflow = overflowOf(fault);
  if (overflow !== null) return { kind: "context_overflow", retryable: false, overflow };
  if (signs.filter.test(words) || signs.filterCode.test(codes) || signs.policyCode.test(codes))
    return { kind: "content_filter", ...notRetried };
  if (signs.memory.test(words)) return { kind: "server", ...notRetried, sentence: "model.noMemory" };
  if (signs.path.test(words)) return { kind: "not_found", ...notRetried, sentence: "model.noPath" };
  if (signs.toolFormat.test(words)) return byKind("tool_format");
  if (signs.template.test(words) && status !== 404) return byKind("bad_request");
  if (signs.overload.test(words) && (status === 0 || status === 429 || status >= 500)) return byKind("overloaded");
  if (signs.quotaMaybe.test(words) && status !== 404) return maybeQuota(words);
  if (signs.modelCode.test(codes) && status < 500) return byKind("not_found");
  const classified = byKind(kindOfStatus(status === 0 ? statusOfType(words) : status));
  return isPathMissing(fault) ? { ...classified, sentence: "model.noPath" } : classified;
}

/** What servers say where they have nothing at the path; that a model is not there is told by that word. */
const nothingThere =
  /^(?:(?:404|405)?[\s:-]*(?:page |resource |path |url )?not found|method not allowed|cannot (?:post|get) \S+|invalid url.*|no (?:such )?(?:route|handler).*|unknown (?:url|path|route).*)?\.?$/i;

function isPathMissing({ status, reason, isPage }: Fault): boolean {
  return (status === 404 || status === 405) && (isPage || nothingThere.test(reason.trim()));
}

function byKind(kind: ModelErrorKind): Classified {
  return { kind, retryable: isPassing(kind), overflow: null };
}

function throttled(fault: Fault): Classified {
  if (signs.overload.test(fault.words) && !/rate[_ -]?limit/i.test(fault.words)) return byKind("overloaded");
  return { kind: "rate_limit", retryable: !isAboveMinute(fault.words), overflow: null };
}

/** One request that is larger than what a minute allows: no waiting cures it. */
function isAboveMinute(words: string): boolean {
  const numbers = /limit:? ?(\d[\d,]*)[^.]*?requested:? ?(\d[\d,]*)/i.exec(words);
  const used = /used:? ?\d/i.test(words);
  if (numbers === null) return /request too large/i.test(words);
  const [limit, requested] = [numbers[1] ?? "", numbers[2] ?? ""].map((text) => Number(text.replaceAll(",", "")));
  if (limit === undefined || requested === undefined) return false;
  return requested > limit || (!used && /request too large/i.test(words));
}

function maybeQuota(words: string): Classified {
  const isWait = /retry|try again|per ?minute|per ?day|wait/i.test(words);
  return isWait ? byKind("rate_limit") : { kind: "quota", ...notRetried };
}

function statusOfType(words: string): number {
  return typeStatus.find(([pattern]) => pattern.test(words))?.[1] ?? 500;
}

function kindOfStatus(status: number): ModelErrorKind {
  switch (status) {
    case 401:
      return "auth";
    case 402:
      return "quota";
    case 403:
      return "permission";
    case 404:
    case 410:
      return "not_found";
    case 408:
    case 504:
    case 524:
      return "timeout";
    case 409:
      return "conflict";
    case 413:
      return "too_large";
    case 429:
      return "rate_limit";
    case 503:
    case 529:
      return "overloaded";
    default:
      return status >= 500 ? "server" : "bad_request";
  }
}
