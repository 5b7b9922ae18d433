import { type Fields, fieldsOf, isShallow, isText, pick } from "./fields.ts";

/** What a call answered, as the protocol has it. What cannot be mended is left out alone, with a word in its place. */
export function mendCallResult(result: unknown): Fields {
  const given = fieldsOf(result);
  if (given === null) return { content: contentOf(result).map(mendBlock) };
  const { content, toolResult, isError, structuredContent, ...others } = given;
  const shown = [...contentOf(content), ...(toolResult === undefined ? [] : contentOf(asText(toolResult)))];
  const blocks = shown.map(mendBlock);
  const isData = structuredContent !== undefined && structuredContent !== null;
  const data = isData && isShallow(structuredContent) ? structuredContent : undefined;
  const dataFields = fieldsOf(data);
  const more = [
    ...(isData && data === undefined ? [leftOut("data that lies too deep in itself")] : []),
    // The older protocol has objects only.
    ...(data !== undefined && dataFields === null ? [words(asText(data))] : []),
  ];
  return {
    ...pick(others, ["_meta"], (value) => fieldsOf(value) !== null && isShallow(value)),
    ...pick(others, ["resultType"], isText),
    content: [...blocks, ...more],
    ...(dataFields === null ? {} : { structuredContent: dataFields }),
    ...(isError === true || isError === "true" ? { isError: true } : {}),
  };
}

/** Also one that is no list. */
function contentOf(content: unknown): readonly unknown[] {
  if (content === undefined || content === null) return [];
  return Array.isArray(content) ? content.filter((block) => block !== null) : [content];
}

function asText(value: unknown): string {
  if (isText(value)) return value;
  return isShallow(value) ? (JSON.stringify(value) ?? "") : "[left out: it lies too deep in itself]";
}

function words(text: string): Fields {
  return { type: "text", text };
}

function leftOut(what: string): Fields {
  return words(`[left out: ${what}]`);
}

export function mendBlock(block: unknown): Fields {
  const fields = fieldsOf(block);
  if (fields === null) return words(asText(block));
  if (!isShallow(fields)) return leftOut("content that lies too deep in itself");
  const { type, text, data, mimeType } = fields;
  switch (type) {
    case "image":
    case "audio": {
      const bytes = base64Of(data);
      return bytes === null ? leftOut(`${type} that cannot be read`) : { type, ...bytes, ...typeOf(mimeType, bytes) };
    }
    case "resource_link":
      return mendLink(fields);
    case "resource":
      return mendResource(fieldsOf(fields["resource"]));
    default:
      if (text !== undefined && text !== null) return words(asText(text));
      return type === "text" ? words("") : words(asText(block));
  }
}

interface Bytes {
  readonly data: string;
  readonly mimeType?: string;
}

/** What `data:` says of its kind counts where nothing else does. */
function base64Of(value: unknown): Bytes | null {
  if (!isText(value)) return null;
  const [, mimeType, given = value] = /^data:([\w.+/-]+);base64,([\s\S]*)$/.exec(value) ?? [];
  const data = given.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  if (data === "" || data.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(data)) return null;
  return mimeType === undefined ? { data } : { data, mimeType };
}

function typeOf(mimeType: unknown, bytes: Bytes): Fields {
  return { mimeType: isText(mimeType) && mimeType !== "" ? mimeType : (bytes.mimeType ?? "application/octet-stream") };
}

function mendLink(fields: Fields): Fields {
  const { uri, name } = fields;
  if (!isText(uri)) return leftOut("a link to nowhere");
  const said = pick(fields, ["title", "description", "mimeType"], isText);
  return { type: "resource_link", uri, name: isText(name) ? name : uri, ...said };
}

function mendResource(resource: Fields | null): Fields {
  const { uri, text, blob } = resource ?? {};
  const at = { uri: isText(uri) ? uri : "", ...pick(resource ?? {}, ["mimeType"], isText) };
  if (text !== undefined && text !== null) return { type: "resource", resource: { ...at, text: asText(text) } };
  const bytes = base64Of(blob);
  if (bytes === null) return leftOut("a resource that cannot be read");
  return { type: "resource", resource: { ...at, blob: bytes.data } };
}
