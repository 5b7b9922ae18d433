import { isValidElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { WindowState } from "../../../../src-renderer/state/window-state.ts";
import { ErrorBoundary } from "../../../../src-renderer/ui/error-boundary.tsx";
import { refuseDrop } from "../../../../src-renderer/ui/keep-page.ts";
import { drawFormula, isDrawable } from "../../../../src-renderer/ui/markdown/draw-formula.ts";
import { Markdown } from "../../../../src-renderer/ui/markdown/markdown.tsx";
import { drawIn, unansweredWindow, wordsOf } from "./draw.tsx";

let state: WindowState;
beforeAll(() => {
  state = unansweredWindow();
});
afterAll(() => void vi.unstubAllGlobals());

describe("what cannot be drawn", () => {
  it("is shown as plain text with a word about it, and what is around it as it was", () => {
    const source = `# Title\n\n${"> ".repeat(2000)}deep\n\nan *end*\n`;
    const markup = drawIn(state, <Markdown text={source} onOpen={() => undefined} />);
    expect(markup).toContain('<h1 dir="auto">Title</h1>');
    expect(markup).toContain("<em>end</em>");
    expect(wordsOf(markup)).toContain(`${"> ".repeat(2000)}deep`);
    expect(wordsOf(markup)).toContain("Shown as plain text");
  });

  it("says so in its own place and offers its text", () => {
    const boundary = new ErrorBoundary({ children: "drawn", source: "as it was written" });
    expect(boundary.render()).toBe("drawn");
    boundary.state = { ...boundary.state, ...ErrorBoundary.getDerivedStateFromError() };
    expect(words(boundary)).toBe("This could not be drawn.Show as plain text");
    boundary.state = { ...boundary.state, isPlain: true };
    expect(words(boundary)).toBe("as it was written");
  });

  it("is tried anew where other content comes", () => {
    const broken = { isBroken: true, isPlain: true, resetKey: "a" };
    expect(ErrorBoundary.getDerivedStateFromProps({ children: null, resetKey: "a" }, broken)).toBeNull();
    const other = ErrorBoundary.getDerivedStateFromProps({ children: null, resetKey: "b" }, broken);
    expect(other).toEqual({ isBroken: false, isPlain: false, resetKey: "b" });
  });

  it("is a formula that lies too deep in itself", () => {
    expect(isDrawable("\\frac{a_{1}}{\\sqrt{b}}")).toBe(true);
    for (const deep of ["{".repeat(2000), "\\sqrt".repeat(500), "\\left(".repeat(500), "x".repeat(6000)]) {
      expect(isDrawable(deep)).toBe(false);
    }
    expect(drawFormula("\\frac{a}{b}", true)).toContain("mfrac");
  });
});

function words(boundary: ErrorBoundary): string {
  const node = boundary.render();
  return isValidElement(node) ? wordsOf(renderToStaticMarkup(node)) : "";
}

describe("what is dropped where nothing takes it", () => {
  function drag(types: readonly string[], more: { readonly defaultPrevented?: boolean } = {}) {
    const preventDefault = vi.fn();
    return {
      defaultPrevented: false,
      target: null,
      dataTransfer: { types, dropEffect: "copy" },
      preventDefault,
      ...more,
    };
  }

  it.each([
    ["a file", ["Files"], false, true],
    ["a file on a field", ["Files"], true, true],
    ["a link", ["text/uri-list"], false, true],
    ["words on a field", ["text/plain"], true, false],
  ])("%s", (_, types, isField, isRefused) => {
    const event = drag(types);
    refuseDrop(event, () => isField);
    expect(event.preventDefault).toHaveBeenCalledTimes(isRefused ? 1 : 0);
  });

  it("and what was taken stays so", () => {
    const event = drag(["Files"], { defaultPrevented: true });
    refuseDrop(event, () => false);
    expect(event.dataTransfer.dropEffect).toBe("copy");
  });
});
