import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ownValue } from "../../src-preload/contract/own-value.ts";
import { text } from "../words.ts";

/** What is wrong with how a command was called, in a sentence; null for a call that `parseArgs` takes. */
export async function wrongOption(args: readonly string[], options: ParseArgsOptionsConfig): Promise<string | null> {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === "positional") return text("cli.strayWord", { word: token.value });
    if (token.kind !== "option") continue;
    const { name, rawName: option, value } = token;
    const known = ownValue(options, name);
    if (known === undefined) return await unknownOption(option, name, Object.keys(options));
    if (known.type === "boolean" && value !== undefined) return text("cli.needlessValue", { option });
    // The next option is no value of this one.
    const isMissing = value === undefined || (token.inlineValue === false && /^-./.test(value));
    if (known.type === "string" && isMissing) return text("cli.missingValue", { option, name });
  }
  return null;
}

async function unknownOption(option: string, name: string, known: readonly string[]): Promise<string> {
  const { nearestName } = await import("../settings/nearest-name.ts");
  const nearest = nearestName(name, known);
  if (nearest === null) return text("cli.unknownOption", { option });
  return text("cli.unknownOptionNear", { option, nearest });
}
