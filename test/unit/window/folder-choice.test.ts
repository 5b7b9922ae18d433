import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { createFolderChoice } from "../../../src-renderer/state/folder-choice.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";

/* A work folder that is chosen: looked at first, made where it is missing, and kept only where a chat can work in it. */

async function setUp() {
  const played = createFakeAgent();
  const kept: string[] = [];
  const choice = createFolderChoice(played.client, async (path, typed) => {
    kept.push(`${typed} is ${path}`);
    return null;
  });
  await startClient(played, {});
  return { played, kept, choice, now: choice.store.getState };
}

it("keeps a folder that can be used", async () => {
  const { played, kept, choice, now } = await setUp();
  void choice.choose("~/Docs");
  expect(now()).toEqual({ kind: "looking", path: "~/Docs" });
  const looked = await played.asked("folder.look");
  expect(looked.input).toEqual({ path: "~/Docs" });
  await looked.answer({ path: "/home/me/Docs", state: "has-files" });
  expect([now(), kept]).toEqual([{ kind: "kept", found: "has-files" }, ["~/Docs is /home/me/Docs"]]);
});

it("offers to make one that is missing, once however often the field is left", async () => {
  const { played, kept, choice, now } = await setUp();
  void choice.choose("~/New");
  await (await played.asked("folder.look")).answer({ path: "/home/me/New", state: "missing" });
  expect([now(), kept]).toEqual([{ kind: "missing", path: "~/New" }, []]);
  void choice.choose("~/New");
  expect([now().kind, played.count("folder.look")]).toEqual(["missing", 0]);
  void choice.make();
  await (await played.asked("folder.make")).answer({ path: "/home/me/New", state: "empty" });
  expect([now(), kept]).toEqual([{ kind: "kept", found: "empty" }, ["~/New is /home/me/New"]]);
});

it("waits with a start until the folder was looked at", async () => {
  const { played, choice } = await setUp();
  expect(await choice.settled()).toBe(true);
  void choice.choose("~/New");
  const settled = choice.settled();
  await (await played.asked("folder.look")).answer({ path: "/home/me/New", state: "missing" });
  expect(await settled).toBe(false);
});

it("refuses what cannot be used, and forgets that with another one", async () => {
  const { played, kept, choice, now } = await setUp();
  void choice.choose("/etc/hosts");
  await (await played.asked("folder.look")).refuse(contractError("invalid-input", "It is a file.", { field: "path" }));
  expect(now()).toEqual({ kind: "refused", path: "/etc/hosts", words: "It is a file." });
  choice.drop();
  expect([now(), kept]).toEqual([{ kind: "kept", found: null }, []]);
});

it("asks with the dialogue of the system, and takes no for an answer", async () => {
  const { played, choice, now } = await setUp();
  const picked = choice.pick("~/Docs");
  const asked = await played.asked("desktop.folder");
  expect(asked.input).toEqual({ from: "~/Docs" });
  await asked.answer({ path: "/home/me/Tax" });
  expect(await picked).toBe("/home/me/Tax");
  const none = choice.pick("~/Docs");
  await (await played.asked("desktop.folder")).refuse(contractError("not-found", "There is no desktop."));
  expect([await none, now().kind]).toEqual([null, "kept"]);
});
