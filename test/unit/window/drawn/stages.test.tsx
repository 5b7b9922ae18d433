import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { providerStages, Stages, serverStages } from "../../../../src-renderer/ui/stages.tsx";
import { wordsOf } from "./draw.tsx";

const stage = (name: string, message: string, durationMs: number) => ({
  stage: name,
  state: "passed" as const,
  message,
  durationMs,
});

it("a path in a stage goes to the next line between its names", () => {
  const stages = [stage("found", "/opt/tools/bin/server", 1)];
  const drawn = renderToStaticMarkup(<Stages label="Test" names={serverStages} stages={stages} areShort />);
  expect(drawn).toContain("/<wbr/>opt/<wbr/>tools/<wbr/>bin/<wbr/>server");
  expect(wordsOf(drawn)).toContain("/opt/tools/bin/server");
});

it("a stage tells how long it took from a second on", () => {
  const stages = [stage("reached", "It answers.", 104), stage("first-token", "It came.", 1400)];
  const drawn = wordsOf(renderToStaticMarkup(<Stages label="Test" names={providerStages} stages={stages} />));
  expect(drawn).not.toContain("0.1 s");
  expect(drawn).toContain("1 s");
});
