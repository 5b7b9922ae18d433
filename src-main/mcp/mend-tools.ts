import { text } from "../words.ts";
import { type Fields, fieldsOf, isShallow, isText, isTruth, pick, withoutNulls } from "./fields.ts";

/** Something of a server that nobody can use, and why. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

export interface MendedTools {
  readonly tools: readonly Fields[];
  readonly leftOut: readonly LeftOut[];
}

/** Of one page of the list; more are of no use to any model. */
const mostTools = 2000;
const mostNameChars = 300;
/** A longer description is cut: the whole of it goes into each request. */
const mostDescriptionChars = 20_000;
const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/** Tools as the protocol has them. What has one meaning is mended; what has none costs that tool alone. */
export function mendTools(list: unknown): MendedTools {
  if (list === undefined || list === null) return { tools: [], leftOut: [] };
  if (!Array.isArray(list)) return { tools: [], leftOut: [{ name: "tools", reason: text("mcp.leftOut.noList") }] };
  const mended = list.slice(0, mostTools).map(mendTool);
  const tools = mended.flatMap((one) => ("reason" in one ? [] : [one.tool]));
  const leftOut = mended.flatMap((one) => ("reason" in one ? [one] : []));
  const more = list.length - mostTools;
  if (more <= 0) return { tools, leftOut };
  return {
    tools,
    leftOut: [...leftOut, { name: text("mcp.leftOut.rest"), reason: text("mcp.leftOut.tooMany", { count: more }) }],
  };
}

function mendTool(entry: unknown, index: number): { readonly tool: Fields } | LeftOut {
  const fields = fieldsOf(entry);
  const name = fields?.["name"];
  if (fields === null) return { name: `#${index + 1}`, reason: text("mcp.leftOut.noTool") };
  if (!isText(name) || name.trim() === "" || name.length > mostNameChars) {
    return { name: `#${index + 1}`, reason: text("mcp.leftOut.noName") };
  }
  if (!isShallow(fields)) return { name, reason: text("mcp.leftOut.deep") };
  const inputSchema = mendSchema(fields["inputSchema"]);
  if (inputSchema === null) return { name, reason: text("mcp.leftOut.schema") };
  const annotations = fieldsOf(fields["annotations"]);
  const description = fields["description"];
  const tool = {
    name,
    inputSchema,
    ...pick(fields, ["title"], isText),
    ...(isText(description) ? { description: description.slice(0, mostDescriptionChars) } : {}),
    ...(annotations === null
      ? {}
      : { annotations: { ...pick(annotations, ["title"], isText), ...pick(annotations, hints, isTruth) } }),
  };
  return { tool };
}

/** The arguments of a tool; null where they are something else than an object. */
function mendSchema(value: unknown): Fields | null {
  const isNone =
    value === undefined || value === null || value === true || (Array.isArray(value) && value.length === 0);
  if (isNone) return { type: "object" };
  const given = fieldsOf(value);
  if (given === null) return null;
  const { type: givenType, properties, required, $schema, ...others } = withoutNulls(given);
  const isObject = givenType === undefined || givenType === "object";
  if (!isObject && !(Array.isArray(givenType) && givenType.includes("object"))) return null;
  return {
    type: "object",
    ...others,
    ...(properties === undefined ? {} : { properties: mendProperties(properties) }),
    ...(Array.isArray(required) ? { required: required.filter(isText) } : {}),
    ...(isText($schema) ? { $schema } : {}),
  };
}

/** Some languages write an empty list for an object without fields. */
function mendProperties(value: unknown): Fields {
  const entries = Object.entries(fieldsOf(value) ?? {});
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, isTruth(schema) ? schema : (fieldsOf(schema) ?? {})]),
  );
}
