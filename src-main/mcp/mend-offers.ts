import { type Fields, fieldsOf, isShallow, isText, pick } from "./fields.ts";
import { mendBlock } from "./mend-result.ts";

/** Of one page of a list. */
const mostItems = 1000;

/** Resources as the protocol has them; one without an address is left out. */
export function mendResources(list: unknown): readonly Fields[] {
  return itemsOf(list).flatMap((fields) => {
    const { uri, name } = fields;
    if (!isText(uri) || uri === "") return [];
    const said = pick(fields, ["title", "description", "mimeType"], isText);
    return [{ uri, name: isText(name) && name !== "" ? name : uri, ...said }];
  });
}

/** Prompts as the protocol has them; one without a name is left out. */
export function mendPrompts(list: unknown): readonly Fields[] {
  return itemsOf(list).flatMap((fields) => {
    const { name } = fields;
    if (!isText(name) || name === "") return [];
    const taken = itemsOf(fields["arguments"]).filter((one) => isText(one["name"]) && one["name"] !== "");
    const named = taken.map((one) => ({
      ...pick(one, ["name", "title", "description"], isText),
      required: one["required"] === true || one["required"] === "true",
    }));
    return [{ name, ...pick(fields, ["title", "description"], isText), arguments: named }];
  });
}

/** What a resource holds; a part that is neither text nor bytes is left out. */
export function mendContents(contents: unknown): readonly Fields[] {
  const given = Array.isArray(contents) ? contents : [contents];
  return itemsOf(given).flatMap((fields): readonly Fields[] => {
    const { uri, text, blob } = fields;
    const at = { uri: isText(uri) ? uri : "", ...pick(fields, ["mimeType"], isText) };
    if (isText(text)) return [{ ...at, text }];
    return isText(blob) ? [{ ...at, blob: blob.replace(/\s+/g, "") }] : [];
  });
}

/** A message of a prompt holds one block each. */
export function mendPromptMessages(messages: unknown): readonly Fields[] {
  const given = Array.isArray(messages) ? messages : isText(messages) ? [{ role: "user", content: messages }] : [];
  return itemsOf(given).flatMap((fields) => {
    const { role, content } = fields;
    const blocks = Array.isArray(content) ? content : [content];
    return blocks
      .filter((block) => block !== undefined && block !== null)
      .map((block) => ({ role: role === "assistant" ? "assistant" : "user", content: mendBlock(block) }));
  });
}

function itemsOf(list: unknown): readonly Fields[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, mostItems).flatMap((item) => {
    const fields = fieldsOf(item);
    return fields !== null && isShallow(fields) ? [fields] : [];
  });
}
