import { parseArgs } from "node:util";
import { expect, it } from "vitest";
import { wrongOption } from "../../../src-main/cli/wrong-option.ts";

const options = {
  message: { type: "string", short: "m" },
  port: { type: "string" },
  json: { type: "boolean" },
  "no-open": { type: "boolean" },
} as const;

it.each([
  [["--no-such"], "There is no option --no-such."],
  [["--no-such=1"], "There is no option --no-such."],
  [["--toString"], "There is no option --toString."],
  [["--mesage", "hello"], "There is no option --mesage. Did you mean --message?"],
  [["--json", "--Prot"], "There is no option --Prot. Did you mean --port?"],
  [["--noopen"], "There is no option --noopen. Did you mean --no-open?"],
  [["-x"], "There is no option -x."],
  [["-m"], "-m needs a value. One that begins with - is written --message=VALUE."],
  [["-m", "--json"], "-m needs a value. One that begins with - is written --message=VALUE."],
  [["--port"], "--port needs a value. One that begins with - is written --port=VALUE."],
  [["--json=yes"], "--json takes no value."],
  [["-m", "hello", "world"], "“world” belongs to no option. A text with spaces stands in quotation marks."],
  [["--", "--json"], "“--json” belongs to no option. A text with spaces stands in quotation marks."],
])("%j is told as wrong in a sentence of the catalogue, and Node would refuse it", async (args, said) => {
  expect(await wrongOption(args, options)).toBe(said);
  expect(() => parseArgs({ args, options })).toThrow(TypeError);
});

it.each([
  [[]],
  [["--"]],
  [["-m", "hello", "--json"]],
  [["-m", "-"]],
  [["-mhello"]],
  [["--message="]],
  [["--message=-5", "--no-open"]],
  [["--port", "80", "--port", "81"]],
])("%j is right, and Node takes it", async (args) => {
  expect(await wrongOption(args, options)).toBeNull();
  expect(() => parseArgs({ args, options })).not.toThrow();
});
