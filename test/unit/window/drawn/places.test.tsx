import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Rail, shortcutsOf } from "../../../../src-renderer/features/shell/index.tsx";
import { places } from "../../../../src-renderer/places.tsx";
import { followPlaces } from "../../../../src-renderer/state/follow-places.ts";
import { pageOf, placeHref, placeOf, readPlace } from "../../../../src-renderer/state/place.ts";
import type { WindowState } from "../../../../src-renderer/state/window-state.ts";
import { text } from "../../../../src-renderer/ui/text.ts";
import { drawIn, unansweredWindow } from "./draw.tsx";

let state: WindowState;
beforeAll(() => {
  state = unansweredWindow();
});
afterAll(() => void vi.unstubAllGlobals());

const names = places.map(({ name }) => name);

describe("the table of pages", () => {
  it("has each page, key and title once, and the keys that people know", () => {
    for (const of of [names, places.map(({ keys }) => keys), places.map(({ title }) => title)]) {
      expect(new Set(of).size).toBe(places.length);
    }
    expect(
      places.map(({ keys, name }) => `${keys} ${name}`),
      "a new page is added to this list",
    ).toEqual([
      ...["Mod+1 chats", "Mod+2 automations", "Mod+3 knowledge", "Mod+4 connections", "Mod+5 usage"],
      ...["Mod+6 inbox", "Mod+, settings"],
    ]);
  });

  it("comes back to each page from its address, and to the chats from any other", () => {
    for (const name of names) expect(pageOf(readPlace(placeHref(placeOf(name, null)), names))).toBe(name);
    expect(readPlace("#/nowhere", names)).toEqual({ name: "chats", sessionKey: null });
  });

  it("is in the rail and among the keys, and its keys go there", () => {
    const rail = drawIn(state, <Rail places={places} />);
    const shortcuts = shortcutsOf(places);
    const go = vi.fn();
    for (const { name, title, keys } of places) {
      expect(rail).toContain(`aria-label="${text(title)}"`);
      shortcuts.find((shortcut) => shortcut.keys === keys)?.run?.({ ...state, place: { ...state.place, go } });
      expect(go).toHaveBeenLastCalledWith(placeOf(name, null));
    }
  });
});

it("says in the name of a link how much waits there", () => {
  const [first] = places;
  if (first === undefined) throw new Error("there are no pages");
  const rail = drawIn(state, <Rail places={[{ ...first, useCount: () => 3 }]} />);
  expect(rail).toContain(`aria-label="${text(first.title)}, 3 waiting"`);
});

it("enters the page of the address, leaves it for another one, and stays where only what is open in it changes", () => {
  const did: string[] = [];
  const pages = names.map((name) => ({
    name,
    enter() {
      did.push(`enter ${name}`);
      return () => void did.push(`leave ${name}`);
    },
  }));
  const { store } = state.place;
  store.setState({ place: { name: "knowledge", path: null } });
  const end = followPlaces(state, pages);
  store.setState({ place: { name: "knowledge", path: "a.md" } });
  store.setState({ place: { name: "page", page: "usage" } });
  end();
  store.setState({ place: { name: "page", page: "settings" } });
  expect(did).toEqual(["enter knowledge", "leave knowledge", "enter usage", "leave usage"]);
});
