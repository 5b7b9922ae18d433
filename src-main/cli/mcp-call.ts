import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { wrongOption } from "./wrong-option.ts";

const acts = ["sign-in", "sign-out"] as const;

/** What follows `perch mcp`, where it is about the servers of the settings: `list`, or an act. */
export type McpCall =
  | { readonly kind: "list"; readonly json: boolean }
  | {
      readonly kind: (typeof acts)[number];
      readonly name: string;
      /** A browser of this computer is opened. */
      readonly isOpened: boolean;
      readonly json: boolean;
    };

const json = { json: { type: "boolean" } } as const;
const options = { ...json, "no-browser": { type: "boolean" } } as const;

/** A failure is the sentence that says what is wrong with the call. */
export async function readMcpCall(args: readonly string[]): Promise<Result<McpCall, string>> {
  const [first, ...rest] = args;
  const kind = acts.find((act) => act === first);
  if (kind === undefined) {
    const wrong = await wrongOption(rest, json);
    if (wrong !== null) return fail(wrong);
    return ok({ kind: "list", json: parseArgs({ args: [...rest], options: json }).values.json === true });
  }
  const [name = "", ...more] = rest;
  if (name === "" || name.startsWith("-")) return fail(text("cli.mcp.noName"));
  const wrong = await wrongOption(more, kind === "sign-in" ? options : json);
  if (wrong !== null) return fail(wrong);
  const { values } = parseArgs({ args: [...more], options });
  return ok({ kind, name, isOpened: values["no-browser"] !== true, json: values.json === true });
}
