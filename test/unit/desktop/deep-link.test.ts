import { describe, expect, it } from "vitest";
import { wordsOfLink } from "../../../src-main/desktop/deep-link.ts";
import { answerStart } from "../../../src-main/desktop/follow-starts.ts";
import { filledChatAddress, newChatAddress } from "../../../src-main/desktop/page-address.ts";
import { readHandedOver, readStartWords } from "../../../src-main/desktop/start-words.ts";

describe("a link", () => {
  it("has words for the composer of a new chat", () => {
    expect(wordsOfLink("perch://new-chat?text=Plan%20my%20week%0Aplease")).toBe("Plan my week\nplease");
    expect(wordsOfLink("PERCH://new-chat/?text=%D8%B3%D9%84%D8%A7%D9%85")).toBe("سلام");
  });

  it.each([
    ["another scheme", "https://new-chat?text=a"],
    ["a page of its own", "perch://perch/index.html?text=a"],
    ["another act", "perch://run?text=rm%20-rf"],
    ["a path", "perch://new-chat/../run?text=a"],
    ["a name and a password", "perch://user:word@new-chat?text=a"],
    ["a port", "perch://new-chat:80?text=a"],
    ["a second word", "perch://new-chat?text=a&send=true"],
    ["the same word twice", "perch://new-chat?text=a&text=b"],
    ["a part behind", "perch://new-chat?text=a#send"],
    ["no word", "perch://new-chat"],
    ["an empty word", "perch://new-chat?text=%20%20"],
    ["what nobody can see", "perch://new-chat?text=%E2%80%AE%E2%81%A6%00"],
    ["a huge word", `perch://new-chat?text=${"a".repeat(5_000_000)}`],
    ["no address", "perch:"],
    ["nothing", ""],
  ])("with %s is none of ours", (_name, link) => {
    expect(wordsOfLink(link)).toBeNull();
  });

  it("hides nothing in its words", () => {
    expect(wordsOfLink("perch://new-chat?text=a%E2%80%AEb%00c%1Bd%F3%A0%81%A1e")).toBe("abcde");
  });
});

describe("a start", () => {
  function answer(words: readonly string[]) {
    const shown: (string | undefined)[] = [];
    const logged: unknown[] = [];
    answerStart(readStartWords(words), {
      log: (_level, message, data) => void logged.push([message, data]),
      show: (address) => void shown.push(address),
      quickAsk: () => void shown.push("quick ask"),
    });
    return { shown, logged };
  }

  it("shows the window, unless it is hidden", () => {
    expect(answer([]).shown).toEqual([undefined]);
    expect(answer(["--hidden"]).shown).toEqual([]);
  });

  it("of the jump list begins a chat, or asks at once", () => {
    expect([...answer(["--new-chat"]).shown, ...answer(["--quick-ask"]).shown]).toEqual([newChatAddress, "quick ask"]);
  });

  it("fills a form with its link, also where it is hidden", () => {
    const { shown } = answer(["--enable-features=x", "--hidden", "perch://new-chat?text=hello%20there"]);
    expect(shown).toEqual([filledChatAddress("hello there")]);
  });

  it("shows the window alone for a hostile link, and says nothing of it but how long it is", () => {
    const { shown, logged } = answer(["perch://run?text=secret"]);
    expect(shown).toEqual([undefined]);
    expect(JSON.stringify(logged)).not.toContain("secret");
    expect(logged).toHaveLength(1);
  });

  it("that hands over what is no start asks for the window", () => {
    for (const data of [null, undefined, "x", { links: "x", isHidden: false }, { links: [1] }, {}]) {
      expect(readHandedOver(data)).toEqual({ links: [], isHidden: false, asks: null });
    }
    expect(readHandedOver({ links: ["a"], isHidden: true, more: 1 })).toEqual({
      links: ["a"],
      isHidden: true,
      asks: null,
    });
  });
});
