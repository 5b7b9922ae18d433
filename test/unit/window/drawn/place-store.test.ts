import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPlace } from "../../../../src-renderer/state/place-store.ts";

beforeEach(() => {
  const location = { hash: "#/connections/openai" };
  vi.stubGlobal("window", { location, addEventListener: () => undefined });
});
afterEach(() => void vi.unstubAllGlobals());

it("goes on within the page that is still open", () => {
  createPlace(["chats", "connections"]).goWithinPage({ name: "connections", shown: null });
  expect(window.location.hash).toBe("#/connections");
});

it("leaves whoever went to another page meanwhile where they are", () => {
  const place = createPlace(["chats", "connections"]);
  place.go({ name: "chats", sessionKey: null });
  place.goWithinPage({ name: "connections", shown: null });
  expect(window.location.hash).toBe("#/chats");
});
