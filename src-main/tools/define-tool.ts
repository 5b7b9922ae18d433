import { ownValue } from "../../src-preload/contract/own-value.ts";
import { stepObject } from "../../src-preload/contract/step-words.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { builtSchemas } from "./built-schemas.ts";
import type { ParsedArguments, Tool, ToolDefinition } from "./tool.ts";
import {
  castArguments,
  describeIssues,
  isJsonObject,
  type JsonObject,
  unknownParameters,
  unwrapArguments,
} from "./tool-arguments.ts";

/** Makes a tool out of its typed definition: the schema for the model, and the arguments checked before it runs. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  let made: Input | null = null;
  let schema: JsonObject | null = null;
  const input = () => {
    made ??= definition.input();
    return made;
  };
  const parameters = () => {
    schema ??= ownValue(builtSchemas, definition.name) ?? parametersOf(input());
    return schema;
  };
  return {
    name: definition.name,
    description: definition.description,
    words: definition.words,
    asks: definition.asks,
    effect: definition.effect,
    isCore: definition.isCore ?? false,
    repeatSafe: definition.repeatSafe,
    exclusive: definition.exclusive ?? false,
    isBounded: definition.isBounded ?? false,
    // Made on first use: a start that calls no tool pays nothing.
    get parameters() {
      return parameters();
    },
    parse: (value) => parseArguments(definition, { input: input(), schema: parameters() }, value),
  };
}

function parseArguments<Input extends z.ZodObject>(
  definition: ToolDefinition<Input>,
  { input: checked, schema }: { readonly input: Input; readonly schema: JsonObject },
  value: JsonObject,
): ParsedArguments {
  const cast = castArguments(unwrapArguments(value, schema), schema);
  const parsed = checked.safeParse(cast);
  const problems = [...unknownParameters(cast, schema), ...(parsed.success ? [] : describeIssues(parsed.error, cast))];
  if (!parsed.success || problems.length > 0) {
    const message = `${definition.name} was called with wrong arguments: ${problems.join("; ")}. Nothing was done.`;
    return { ok: false, message };
  }
  const input = parsed.data;
  return {
    ok: true,
    call: {
      arguments: input,
      title: stepObject(definition.words, input),
      subject: (context) => definition.subject(input, context),
      run: (context) => definition.run(input, context),
    },
  };
}

/**
 * JSON Schema of an object, without what only costs tokens in every request: what a text or a list may measure, and that there is
 * no other parameter. Both are checked, and told where a call breaks them.
 */
function parametersOf(input: z.ZodObject): JsonObject {
  const cleaned = clean(z.toJSONSchema(input, { io: "input" }));
  return isJsonObject(cleaned) ? cleaned : {};
}

const costly: ReadonlySet<string> = new Set(["$schema", "minLength", "maxLength", "minItems", "maxItems"]);

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([name, item]) =>
      !costly.has(name) &&
      !(name === "maximum" && item === Number.MAX_SAFE_INTEGER) &&
      !(name === "minimum" && item === Number.MIN_SAFE_INTEGER),
  );
  return Object.fromEntries(entries.map(([name, item]) => [name, clean(item)]));
}
