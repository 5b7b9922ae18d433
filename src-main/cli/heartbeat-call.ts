import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { wrongOption } from "./wrong-option.ts";

const acts = ["status", "run", "on", "off"] as const;

const json = { json: { type: "boolean" } } as const;
const onOptions = { ...json, yes: { type: "boolean" } } as const;

/** What follows `perch heartbeat`. */
export interface HeartbeatCall {
  readonly act: (typeof acts)[number];
  readonly json: boolean;
  /** What it costs is known: it is not asked about. */
  readonly yes: boolean;
}

/** A failure is the sentence that says what is wrong with the call. */
export async function readHeartbeatCall(args: readonly string[]): Promise<Result<HeartbeatCall, string>> {
  const [first = "status", ...rest] = args;
  const named = acts.find((one) => one === first);
  const own = named === undefined ? args : rest;
  const act = named ?? "status";
  const options = act === "on" ? onOptions : json;
  const wrong = await wrongOption(own, options);
  if (wrong !== null) return fail(wrong);
  const { values } = parseArgs({ args: [...own], options: onOptions });
  return ok({ act, json: values.json === true, yes: values.yes === true });
}
