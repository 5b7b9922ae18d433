import { expect, it } from "vitest";
import { type Place, placeHref, readPlace } from "../../../src-renderer/state/place.ts";

const names = ["chats", "connections"] as const;
const shown = (place: Place) => (place.name === "connections" ? place.shown : undefined);

it("comes back to a provider and to an MCP server, whatever it is called", () => {
  const places = [
    null,
    { kind: "provider", name: "openai" },
    { kind: "mcp", name: "files" },
    { kind: "mcp", name: "my files/ü 100%#1" },
    { kind: "voice" },
    { kind: "search" },
  ] as const;
  for (const place of places)
    expect(shown(readPlace(placeHref({ name: "connections", shown: place }), names))).toEqual(place);
  expect(placeHref({ name: "connections", shown: { kind: "mcp", name: "files" } })).toBe("#/connections/mcp/files");
});

it("takes a provider called mcp for one", () => {
  expect(shown(readPlace("#/connections/mcp", names))).toEqual({ kind: "provider", name: "mcp" });
});
