import { Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { laterPart } from "../../../../src-renderer/ui/later.ts";

/* A part of the window whose code comes after the first paint. */

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function Page({ name }: { readonly name: string }) {
  return <h1>{name}</h1>;
}

function setUp(answers: readonly (() => Promise<{ readonly Page: typeof Page }>)[]) {
  let asked = 0;
  const part = laterPart(() => answers[asked++]?.() ?? Promise.reject(new Error("fetched too often")));
  const Later = part.component((module) => module.Page);
  const drawn = (): string =>
    renderToString(
      <Suspense fallback="waiting">
        <Later name="Usage" />
      </Suspense>,
    );
  return { part, drawn, timesAsked: () => asked };
}

const comes = async () => ({ Page });
const fails = async () => Promise.reject(new Error("the agent is away"));

it("waits in the Suspense around it, and is drawn in one go where it was fetched ahead", async () => {
  const { part, drawn, timesAsked } = setUp([comes]);
  void part.fetchAhead();
  expect(drawn()).toContain("waiting");
  await settled();
  expect(drawn()).toBe("<!--$--><h1>Usage</h1><!--/$-->");
  void part.fetchAhead();
  expect(timesAsked()).toBe(1);
});

it("is fetched where it is drawn, without having been fetched ahead", async () => {
  const { drawn, timesAsked } = setUp([comes]);
  expect(timesAsked()).toBe(0);
  drawn();
  await settled();
  expect(drawn()).toContain("<h1>Usage</h1>");
});

it("is fetched again where it could not be fetched ahead", async () => {
  const { part, drawn, timesAsked } = setUp([fails, comes]);
  void part.fetchAhead();
  await settled();
  drawn();
  await settled();
  expect(drawn()).toContain("<h1>Usage</h1>");
  expect(timesAsked()).toBe(2);
});
