import { type Fields, fieldsOf, isShallow, isText, withoutNulls } from "./fields.ts";

/**
 * What a server asks of us, alone or in the middle of an answer (`input_required`): null is absent, in the fields of a form too,
 * which would cost the whole question. A form without fields is one that is only agreed to.
 */
export function mendAsk(method: string, params: Fields): Fields {
  if (method !== "elicitation/create") return params;
  const { requestedSchema, message, ...others } = params;
  const said = { ...others, message: isText(message) ? message : "" };
  if (others["mode"] === "url") return said;
  const schema = withoutNulls(fieldsOf(requestedSchema) ?? {});
  const { properties, required, ...more } = schema;
  const named = Array.isArray(required) ? required.filter(isText) : [];
  return { ...said, requestedSchema: { ...more, type: "object", properties: mendFields(properties), required: named } };
}

function mendFields(properties: unknown): Fields {
  const given = fieldsOf(properties) ?? {};
  return Object.fromEntries(
    Object.entries(given).map(([name, schema]) => [name, withoutNulls(fieldsOf(schema) ?? { type: "string" })]),
  );
}

/** An answer that asks for more input first; null for every other. */
export function mendInputRequired(result: unknown): Fields | null {
  const given = fieldsOf(result);
  if (given?.["resultType"] !== "input_required") return null;
  const { inputRequests, requestState } = given;
  const asked = Object.entries(fieldsOf(inputRequests) ?? {}).flatMap(([key, one]) => {
    const { method, params } = fieldsOf(one) ?? {};
    if (!isText(method) || !isShallow(params)) return [];
    return [[key, { method, params: mendAsk(method, withoutNulls(fieldsOf(params) ?? {})) }] as const];
  });
  return {
    resultType: "input_required",
    ...(asked.length === 0 ? {} : { inputRequests: Object.fromEntries(asked) }),
    ...(isText(requestState) ? { requestState } : {}),
  };
}
