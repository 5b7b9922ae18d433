import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { Foot } from "../../../../src-renderer/features/first-run/foot.tsx";
import { TestPart } from "../../../../src-renderer/features/first-run/test-part.tsx";
import { readFirstRun } from "../../../../src-renderer/state/first-run-view.ts";
import type { FolderChoiceState } from "../../../../src-renderer/state/folder-choice.ts";
import { readKeyDraft } from "../../../../src-renderer/state/key-draft.ts";
import { drawIn, unansweredWindow } from "./draw.tsx";

/** What was tried answers, and has no tools. */
function failedRun() {
  const state = unansweredWindow();
  const picked = { kind: "model", offerId: "local", modelId: "local/small" } as const;
  const problem = { code: "no-tools", message: "It takes no tools.", nextStep: "", command: "" } as const;
  const stages = [{ stage: "tools", state: "failed", problem, tookMs: null, detail: "" }] as const;
  const tested = { modelId: "local/small", stages, models: [] } as never;
  const draft = readKeyDraft(state.firstRun.key.store.getState(), []);
  const shown = readFirstRun({ ...state.firstRun.store.getState(), picked, tested }, draft);
  return { state, run: { ...shown, draft } };
}

/** The buttons that can be pressed. */
function openButtons(markup: string): readonly string[] {
  const buttons = [...markup.matchAll(/<button([^>]*)>(.*?)<\/button>/g)];
  return buttons.filter(([, attributes]) => !/ disabled=/.test(attributes ?? "")).map(([, , words]) => words ?? "");
}

it("has no way on into a folder that is none, whatever the test said", () => {
  const { state, run } = failedRun();
  const parts = [<TestPart key="test" run={run} />, <Foot key="foot" run={run} />];
  expect(openButtons(drawIn(state, parts))).toEqual(
    expect.arrayContaining(["Start all the same", "Look around without a model"]),
  );
  const store = createStore<FolderChoiceState>(() => ({ kind: "missing", path: "/proc/nope" }));
  const without = openButtons(drawIn({ ...state, defaultFolder: { ...state.defaultFolder, store } }, parts));
  expect(without).toContain("Try again");
  expect(without).not.toContain("Start all the same");
  expect(without).not.toContain("Look around without a model");
});
