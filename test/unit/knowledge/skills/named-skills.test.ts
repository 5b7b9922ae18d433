import { expect, it } from "vitest";
import { namedAmong, namesIn } from "../../../../src-main/knowledge/skills/named-skills.ts";

it.each([
  ["/weather Paris", ["weather"]],
  ["/Weather", ["weather"]],
  ["/weather, please", ["weather"]],
  ["what of $weather? and $pdf.", ["weather", "pdf"]],
  ["$weather-report and $weather-report", ["weather-report"]],
  ["/pdf with $weather", ["pdf", "weather"]],
  ["($weather)", ["weather"]],
  ["/報告 und $報告", ["報告"]],
  [" /weather", []],
  ["/etc/hosts", []],
  ["a$weather $$weather \\$weather /$weather", []],
  ["it costs $5", ["5"]],
  ["$", []],
  ["/", []],
])("%j may call %j", (message, names) => {
  expect(namesIn(message)).toEqual(names);
});

it("brings along no more than five, and none that is not there", () => {
  const known = new Map(["a", "b", "c", "d", "e", "f"].map((name) => [name, name]));
  expect(namedAmong("$a $b $x $c $d $e $f $constructor", known)).toEqual(["a", "b", "c", "d", "e"]);
});
