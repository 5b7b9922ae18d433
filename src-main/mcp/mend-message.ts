import { DEFAULT_NEGOTIATED_PROTOCOL_VERSION, ProtocolErrorCode } from "@modelcontextprotocol/client";
import { type Fields, fieldsOf, isShallow, isText, isTruth, pick, withoutNulls } from "./fields.ts";
import { mendAsk, mendInputRequired } from "./mend-ask.ts";
import { mendContents, mendPromptMessages, mendPrompts, mendResources } from "./mend-offers.ts";
import { mendCallResult } from "./mend-result.ts";
import { type LeftOut, mendTools } from "./mend-tools.ts";

export interface MendedMessage {
  readonly message: Fields;
  readonly leftOut: readonly LeftOut[];
}

/** What Perch asked: the answer has the form of that. */
export interface Asked {
  readonly id: string | number;
  readonly method: string;
}

/**
 * A message in the form that the protocol's library reads, which refuses a whole list for one field: null is absent, what has
 * one meaning is mended. Null for what is nothing of the protocol.
 */
export function mendMessage(given: Fields, asked: Asked | null): MendedMessage | null {
  const { method, id } = given;
  if (isText(method)) return plain(mendRequest(method, given));
  const answers = asked?.id ?? id;
  if (!isText(answers) && typeof answers !== "number") return null;
  const head = { jsonrpc: "2.0", id: answers };
  if (given["error"] !== undefined && given["error"] !== null) {
    return plain({ ...head, error: mendError(given["error"]) });
  }
  if (!("result" in given)) return plain({ ...head, error: invalid("the answer has neither a result nor an error") });
  return mendResult(head, given["result"], asked?.method ?? "");
}

function plain(message: Fields): MendedMessage {
  return { message, leftOut: [] };
}

function invalid(message: string): Fields {
  return { code: ProtocolErrorCode.InternalError, message };
}

function mendRequest(method: string, { id, params }: Fields): Fields {
  const given = fieldsOf(params);
  const isUsed = given !== null && isShallow(given);
  const known = isUsed ? { params: mendParams(method, given) } : {};
  return { jsonrpc: "2.0", method, ...(isText(id) || typeof id === "number" ? { id } : {}), ...known };
}

function mendParams(method: string, given: Fields): Fields {
  if (method === "notifications/message") return mendLog(mendMeta(given));
  return method === "notifications/progress" ? mendProgress(given) : mendAsk(method, mendMeta(given));
}

const levels: ReadonlySet<unknown> = new Set([
  ...["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"],
]);

function mendLog({ level, logger, data }: Fields): Fields {
  const known = level === "warn" ? "warning" : level;
  return { level: levels.has(known) ? known : "info", ...(isText(logger) ? { logger } : {}), data: data ?? "" };
}

function mendProgress(params: Fields): Fields {
  const { progress, total, progressToken, message } = params;
  return {
    progressToken,
    progress: Number.isFinite(Number(progress)) ? Number(progress) : 0,
    ...(typeof total === "number" ? { total } : {}),
    ...(isText(message) ? { message } : {}),
  };
}

function mendMeta(params: Fields): Fields {
  const { _meta, ...others } = withoutNulls(params);
  return fieldsOf(_meta) === null ? others : { ...others, _meta };
}

function mendError(error: unknown): Fields {
  const given = fieldsOf(error);
  if (given === null) return invalid(isText(error) ? error : "an error without words");
  const { code, message, data } = given;
  const isKept = data !== undefined && data !== null && isShallow(data);
  return {
    code: Number.isInteger(code) ? code : ProtocolErrorCode.InternalError,
    message: isText(message) ? message : "an error without words",
    ...(isKept ? { data } : {}),
  };
}

function mendResult(head: Fields, result: unknown, method: string): MendedMessage {
  const asking = mendInputRequired(result);
  if (asking !== null) return plain({ ...head, result: asking });
  switch (method) {
    case "tools/call":
      return plain({ ...head, result: mendCallResult(result) });
    case "tools/list": {
      const { tools: list, ...page } = fieldsOf(result) ?? {};
      const { tools, leftOut } = mendTools(list);
      return { message: { ...head, result: { ...mendPage(page), tools } }, leftOut };
    }
    case "resources/list":
      return plain({
        ...head,
        result: { ...mendPage(fieldsOf(result) ?? {}), resources: mendResources(inside(result, "resources")) },
      });
    case "prompts/list":
      return plain({
        ...head,
        result: { ...mendPage(fieldsOf(result) ?? {}), prompts: mendPrompts(inside(result, "prompts")) },
      });
    case "resources/read":
      return plain({
        ...head,
        result: { ...mendPage(fieldsOf(result) ?? {}), contents: mendContents(inside(result, "contents")) },
      });
    case "prompts/get": {
      const said = pick(fieldsOf(result) ?? {}, ["description", "resultType"], isText);
      return plain({ ...head, result: { ...said, messages: mendPromptMessages(inside(result, "messages")) } });
    }
    default: {
      const given = Object.fromEntries(Object.entries(fieldsOf(result) ?? {}).filter(([, value]) => isShallow(value)));
      const isIntroduction = method === "initialize" || method === "server/discover";
      return plain({ ...head, result: isIntroduction ? mendIntroduction(given, method) : mendMeta(given) });
    }
  }
}

function inside(result: unknown, name: string): unknown {
  return fieldsOf(result)?.[name];
}

/** The newest protocol wants to know how long a list holds. */
function mendPage(page: Fields): Fields {
  const { nextCursor, ttlMs, cacheScope } = page;
  return {
    ...pick(page, ["resultType"], isText),
    ...(isText(nextCursor) && nextCursor !== "" ? { nextCursor } : {}),
    ttlMs: typeof ttlMs === "number" && Number.isInteger(ttlMs) && ttlMs >= 0 ? ttlMs : 0,
    cacheScope: cacheScope === "public" ? "public" : "private",
  };
}

function mendIntroduction(given: Fields, method: string): Fields {
  const { serverInfo, capabilities, instructions, ...others } = mendMeta(given);
  const info = fieldsOf(serverInfo) ?? {};
  const { name, version } = info;
  const isPlain = (value: unknown): boolean => isText(value) || typeof value === "number";
  return {
    ...others,
    ...(method === "initialize" ? versionOf(others) : mendPage(others)),
    serverInfo: {
      name: isPlain(name) ? String(name) : "",
      version: isPlain(version) ? String(version) : "",
      ...pick(info, ["title"], isText),
    },
    capabilities: mendCapabilities(capabilities),
    ...(isText(instructions) ? { instructions } : {}),
  };
}

function versionOf({ protocolVersion }: Fields): Fields {
  return { protocolVersion: isText(protocolVersion) ? protocolVersion : DEFAULT_NEGOTIATED_PROTOCOL_VERSION };
}

/** A server that says nothing of what it can do is asked for its tools; one that says something has what it says. */
function mendCapabilities(value: unknown): Fields {
  const given = fieldsOf(value);
  if (given === null) return { tools: {} };
  const known = ["tools", "resources", "prompts", "logging"].flatMap((name) => {
    const one = given[name];
    if (one === undefined || one === null || one === false) return [];
    return [[name, pick(fieldsOf(one) ?? {}, ["listChanged"], isTruth)]];
  });
  return Object.fromEntries(known);
}
