import { isObject, type JsonObject, numberOf, parseJson, textOf } from "../json.ts";

/** What a provider said about a failure, wherever it said it (rule 11 of the provider cases). */
export interface Fault {
  /** HTTP status; where the wire said 200, a status that the body names, else 0. */
  readonly status: number;
  /** The provider's reason in one line, without markup; "" when it gave none. */
  readonly reason: string;
  /** Codes and types, in lower case, with spaces between them. */
  readonly codes: string;
  /** Codes, types and every message, for finding words in. */
  readonly words: string;
  /** The objects that told it, the outermost first. */
  readonly objects: readonly JsonObject[];
  /** Fields of the request that it takes no account of or takes none of, by their own names. */
  readonly refusedFields: readonly string[];
  /** The body was a page for people. */
  readonly isPage: boolean;
}

const maxReason = 400;

/** Reads the body of a failure: parsed JSON, or text. */
export function readFault(status: number, body: unknown): Fault {
  const parsed = typeof body === "string" ? (parseJson(body) ?? body) : body;
  const objects = objectsIn(parsed, 0);
  const text = typeof parsed === "string" ? parsed : "";
  const isPage = /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);
  const messages = objects.flatMap(messagesOf);
  const told = isPage ? pageTitle(text) : text;
  const reason = oneLine(messages.at(-1) ?? told);
  const codes = objects.flatMap(codesOf).join(" ").toLowerCase();
  return {
    status: status === 200 || status === 0 ? statusIn(objects) : status,
    reason,
    codes,
    words: `${codes} ${messages.join(" ")} ${told.slice(0, 4000)}`,
    objects,
    refusedFields: objects.flatMap(refusedFieldOf),
    isPage,
  };
}

/** The object itself and every object about the failure in it. */
function objectsIn(value: unknown, depth: number): readonly JsonObject[] {
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((item) => objectsIn(item, depth + 1));
  if (typeof value === "string") {
    const start = value.indexOf("{");
    const inner = start < 0 || depth === 0 ? undefined : parseJson(value.slice(start, value.lastIndexOf("}") + 1));
    return isObject(inner) ? objectsIn(inner, depth + 1) : [];
  }
  if (!isObject(value)) return [];
  const metadata = isObject(value["metadata"]) ? value["metadata"]["raw"] : undefined;
  const nested = [value["error"], value["base_resp"], value["message"], value["detail"], metadata];
  return [value, ...nested.flatMap((inner) => objectsIn(inner, depth + 1))];
}

function messagesOf(fault: JsonObject): readonly string[] {
  const found: string[] = [];
  for (const key of ["error", "detail", "message", "msg", "status_msg", "error_msg", "errorMessage"]) {
    const value = fault[key];
    if (typeof value === "string" && value.trim() !== "") found.push(value);
  }
  // FastAPI and pydantic name the field nowhere but in `loc`.
  const field = fieldOf(fault);
  if (!Array.isArray(fault["loc"]) || field === "") return found;
  return found.map((message) => (message.includes(field) ? message : `${field}: ${message}`));
}

/** The field of the request that a fault is about, without its path; "" where it names none. */
function fieldOf(fault: JsonObject): string {
  const path = Array.isArray(fault["loc"]) ? fault["loc"] : textOf(fault["param"]).split(/[.[\]]+/);
  return path.findLast((step) => typeof step === "string" && /^[a-z_]+$/i.test(step)) ?? "";
}

/** Words for a field that is not taken at all; a value of it that is wrong is told in others. */
const notTaken =
  /extra|not permitted|forbidden|unknown|unrecogni[sz]ed|unsupported|not supported|unexpected|not allowed|deprecated/i;

function refusedFieldOf(fault: JsonObject): readonly string[] {
  const field = fieldOf(fault);
  return field !== "" && notTaken.test(`${messagesOf(fault).join(" ")} ${codesOf(fault).join(" ")}`) ? [field] : [];
}

function codesOf(fault: JsonObject): readonly string[] {
  const codes: string[] = [];
  for (const key of ["code", "type", "status", "status_code", "http_code", "error_type"]) {
    const value = fault[key];
    if (typeof value === "string" || typeof value === "number") codes.push(String(value));
  }
  const inner = fault["innererror"] ?? fault["metadata"];
  return isObject(inner) ? [...codes, textOf(inner["code"]), textOf(inner["error_type"])] : codes;
}

/** What MiniMax means by the codes that it sends with status 200 and that are no HTTP status themselves. */
const miniMaxStatus: Readonly<Record<string, number>> = {
  1001: 504,
  1002: 429,
  1004: 401,
  1039: 429,
  1041: 429,
  1042: 400,
  2013: 400,
  2045: 429,
  2049: 401,
  2056: 429,
};

function statusIn(objects: readonly JsonObject[]): number {
  for (const fault of objects) {
    const own = fault["status_msg"] === undefined ? undefined : miniMaxStatus[String(fault["status_code"])];
    if (own !== undefined) return own;
    for (const key of ["status", "status_code", "http_code", "code", "raw_status_code"]) {
      const number = numberOf(fault[key]);
      if (number !== null && number >= 400 && number <= 599) return number;
    }
  }
  return 0;
}

function pageTitle(page: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(page)?.[1] ?? /<h1[^>]*>([^<]*)/i.exec(page)?.[1] ?? "";
  return title.trim();
}

function oneLine(text: string): string {
  const line = text
    .replace(/<[^<>]{0,300}>/g, " ")
    .replace(/[\s\u0000-\u001f\u007f]+/g, " ")
    .trim();
  return line.length > maxReason ? `${line.slice(0, maxReason)}…` : line;
}

/** Takes keys out of a provider's words: the key that was sent, and whatever looks like one. */
export function redactKeys(text: string, key: string | null): string {
  const known = key === null || key.length < 6 ? text : text.split(key).join("…");
  return known
    .replace(/\b(?:sk|pk|rk|gsk|xai|key|nvapi|hf|csk|tgp|fw|r8)[-_][A-Za-z0-9*._-]{6,}/g, "…")
    .replace(/\bAIza[A-Za-z0-9*_-]{10,}/g, "…")
    .replace(/\bBearer\s+[A-Za-z0-9*._-]{6,}/gi, "Bearer …");
}
