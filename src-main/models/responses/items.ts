import type { ChatCompletionToolMessageParam } from "openai/resources/chat/completions";
import type {
  EasyInputMessage,
  ResponseFunctionToolCall,
  ResponseInputImage,
  ResponseInputItem,
  ResponseInputText,
  ResponseReasoningItem,
} from "openai/resources/responses/responses";
import { isObject, type JsonObject, objectsOf, parseJson, textOf } from "../json.ts";
import type { KeptItems } from "../kept-items.ts";
import type { WireMessage } from "../model.ts";
import { wireCallId } from "../wire.ts";
import type { Unsure } from "../wire-types.ts";

/** Messages as the text of input items, with commas between. */
export type ItemWriter = (messages: readonly WireMessage[]) => string;

/**
 * Each message is translated once and its text kept as long as the message is, so that a longer conversation begins
 * with the bytes of the shorter one. Kept thoughts go back where they came from: `from` is address and model.
 */
export function createItemWriter(from: string, returnsReasoning: boolean): ItemWriter {
  const known = new WeakMap<WireMessage, string>();

  function written(message: WireMessage): string {
    const before = known.get(message);
    if (before !== undefined) return before;
    const items = itemsOf(message, (kept) => returned(kept, from, returnsReasoning));
    const now = items.map((item) => JSON.stringify(item)).join(",");
    known.set(message, now);
    return now;
  }

  return (messages) => {
    let all = "";
    for (const message of messages) {
      const items = written(message);
      if (items !== "") all += all === "" ? items : `,${items}`;
    }
    return all;
  };
}

type Returned = (kept: KeptItems | null | undefined) => readonly JsonObject[];

function returned(kept: KeptItems | null | undefined, from: string, returnsReasoning: boolean): readonly JsonObject[] {
  if (kept === null || kept === undefined || kept.from !== from) return [];
  return kept.items.flatMap((item) => {
    if (item["type"] === "message") return [item];
    return returnsReasoning && item["type"] === "reasoning" ? [thoughtItem(item)] : [];
  });
}

type Sealed = Omit<Unsure<ResponseReasoningItem>, "id"> & Pick<ResponseReasoningItem, "type" | "encrypted_content">;

/** Without its id: nothing is stored under one, and an id makes the API look for it. */
function thoughtItem(item: JsonObject): JsonObject {
  const summary = objectsOf(item["summary"]);
  return { type: "reasoning", summary, encrypted_content: textOf(item["encrypted_content"]) } satisfies Sealed;
}

function itemsOf(message: WireMessage, back: Returned): readonly JsonObject[] {
  const wire = parseJson(message.json);
  if (!isObject(wire)) return [];
  switch (message.role) {
    case "tool":
      return [resultItem(wire)];
    case "assistant":
      return assistantItems(wire, message.kept ?? [], back);
    default:
      return [{ type: "message", role: message.role, content: inputContent(wire["content"]) }];
  }
}

function resultItem(wire: Unsure<ChatCompletionToolMessageParam>): JsonObject {
  const [id, output] = [callId(wire.tool_call_id), textOf(wire.content)];
  return { type: "function_call_output", call_id: id, output } satisfies ResponseInputItem.FunctionCallOutput;
}

function inputContent(content: unknown): unknown {
  if (!Array.isArray(content)) return textOf(content);
  return objectsOf(content).map((part) =>
    part["type"] === "image_url" && isObject(part["image_url"])
      ? ({
          type: "input_image",
          image_url: textOf(part["image_url"]["url"]),
          detail: "auto",
        } satisfies ResponseInputImage)
      : ({ type: "input_text", text: textOf(part["text"]) } satisfies ResponseInputText),
  );
}

/** The words stand where they came among the thoughts, and first where nothing tells. */
function assistantItems(
  wire: JsonObject,
  kept: NonNullable<WireMessage["kept"]>,
  back: Returned,
): readonly JsonObject[] {
  const text = textOf(wire["content"]);
  const items = objectsOf(wire["tool_calls"]).flatMap((call, index) => [...back(kept[index]), callItem(call)]);
  const place = text.trim() === "" ? -1 : items.findIndex(isPlace);
  const others = items.filter((item, index) => !isPlace(item) || index === place);
  if (place >= 0) return others.map((item) => (isPlace(item) ? wordsItem(text, item["phase"]) : item));
  return text.trim() === "" ? others : [wordsItem(text, undefined), ...others];
}

function isPlace(item: JsonObject): boolean {
  return item["type"] === "message";
}

/** `phase`: whether these are words on the way or the answer, in the model's own word. */
function wordsItem(content: string, phase: unknown): JsonObject {
  const item = { type: "message", role: "assistant", content } satisfies EasyInputMessage;
  return typeof phase === "string" ? { ...item, phase } : item;
}

/** Without the id of the item, which would ask for the thoughts before it, also where they do not go back. */
function callItem({ id, function: called }: JsonObject): JsonObject {
  const { name, arguments: given } = isObject(called) ? called : {};
  const item = { type: "function_call", call_id: callId(id), name: textOf(name), arguments: textOf(given) } as const;
  return item satisfies ResponseFunctionToolCall;
}

/** At most 64 characters, whoever made it. */
function callId(id: unknown): string {
  return wireCallId(textOf(id), { callIds: "word" });
}
