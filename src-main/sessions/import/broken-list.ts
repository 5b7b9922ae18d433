import type { LeftOut } from "../../../src-preload/contract/transfer.ts";
import { type TextKey, text } from "../../words.ts";
import { type ChatProblem, mostChatBytes, mostMessages } from "./imported-chat.ts";

const sentences: Readonly<Record<ChatProblem, TextKey>> = {
  "no-chat": "import.problem.noChat",
  empty: "import.problem.empty",
  circle: "import.problem.circle",
  "too-many": "import.problem.tooMany",
  "too-large": "import.problem.tooLarge",
  "too-deep": "import.problem.tooDeep",
  cut: "import.problem.cut",
  "no-json": "import.problem.noJson",
};

/** So many are told one by one. */
const mostTold = 100;

/** What is not taken of a file, the first of it by name. */
export interface BrokenList {
  add(title: string, reason: string): void;
  addProblem(title: string, problem: ChatProblem): void;
  told(): { readonly broken: readonly LeftOut[]; readonly moreBroken: number };
}

export function createBrokenList(): BrokenList {
  const broken: LeftOut[] = [];
  let moreBroken = 0;
  const add = (title: string, reason: string): void => {
    if (broken.length < mostTold) broken.push({ title: title.slice(0, 200).toWellFormed(), reason });
    else moreBroken += 1;
  };
  return {
    add,
    addProblem: (title: string, problem: ChatProblem): void =>
      add(title, text(sentences[problem], { megabytes: mostChatBytes / 1024 / 1024, messages: mostMessages })),
    told: () => ({ broken, moreBroken }),
  };
}
