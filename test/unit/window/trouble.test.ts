import { describe, expect, it } from "vitest";
import { lastSentence } from "../../../src-renderer/features/chat/last-sentence.ts";
import { plainText } from "../../../src-renderer/features/chat/plain-text.ts";
import { providerOf, troubleOf } from "../../../src-renderer/features/chat/trouble.ts";

describe("why a run did not come to its end", () => {
  it("is told by its code: a title, what the provider said, the whole folded, and acts", () => {
    const message = "http://x/v1 refused the key for custom/a: Incorrect API key. Check the key under Connections.";
    expect(troubleOf({ code: "auth", message, reason: "Incorrect API key." }, "custom/a")).toEqual({
      title: "The key was refused",
      cause: "custom answered: Incorrect API key.",
      details: message,
      acts: ["connection", "other-model", "again"],
    });
  });

  it("without the provider's words has the first sentence, and nothing twice", () => {
    expect(troubleOf({ code: "network", message: "It broke. Try again." }, "a/b")).toMatchObject({
      cause: "It broke.",
      details: "It broke. Try again.",
      acts: ["again", "other-model"],
    });
    expect(troubleOf({ code: "empty", message: "No answer." }, "a/b").details).toBe("");
    // Another sentence follows it.
    expect(troubleOf({ code: "auth", message: "x (HTTP 401)", reason: "" }, "a/b")).toMatchObject({
      cause: "x (HTTP 401).",
      details: "",
    });
  });

  it("of a code that nobody knows is a failure that can be tried again", () => {
    for (const code of ["brand-new", "constructor", ""]) {
      expect(troubleOf({ code, message: "Odd." }, "")).toMatchObject({
        title: "The run failed",
        acts: ["again", "other-model"],
      });
    }
  });

  it("names the provider where the model does", () => {
    expect([providerOf("custom/a"), providerOf("a"), providerOf("")]).toEqual(["custom", null, null]);
  });
});

it("takes the last whole sentence of a thought, or what there is of the first", () => {
  expect(lastSentence("I should look. Then I wri")).toBe("I should look.");
  expect(lastSentence("I should lo")).toBe("I should lo");
  expect(lastSentence("见此。再看。")).toBe("再看。");
  expect(lastSentence("")).toBe("");
});

it("copies an answer as what is read of it", () => {
  const markdown =
    "# Sum\n\nThe **total** is `4` ([form](https://example.org)).\n\n1. one\n2. two\n   - deep\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```sh\nls\n```\n";
  expect(plainText(markdown)).toBe(
    "Sum\n\nThe total is 4 (form (https://example.org)).\n\n1. one\n2. two\n   - deep\n\na\tb\n1\t2\n\nls",
  );
});
