import { expect, test } from "vitest";
import { claimedDeeds } from "../../../src-main/agent/claimed-deed.ts";

const names = ["script.py", "`notes.md`", "src/app/main.ts", "~/Assistant/report.csv"];
const claiming = (name: string) => [
  `I have created ${name} for you.`,
  `I've written the summary to ${name}.`,
  `Done! I created ${name} with the three functions you asked for.`,
  `I just saved the table as ${name}.`,
  `All set.\nI have now updated ${name} so that it prints the sum.`,
  `I deleted ${name}.`,
  `I ran ${name} and all tests passed.`,
  `I have run \`npm test\`: it is green.`,
  `I've added the missing import to ${name}.`,
  `Ich habe ${name} erstellt.`,
  `Die Liste habe ich in ${name} gespeichert.`,
  `J’ai créé ${name} comme demandé.`,
  `J'ai bien enregistré le résultat dans ${name}.`,
  `He creado ${name} con los datos.`,
  `我已经创建了 ${name}。`,
];
const harmless = (name: string) => [
  `I will create ${name} now.`,
  `I can create ${name} if you like.`,
  `Shall I write it to ${name}?`,
  `Have I created ${name}?`,
  `I have not created ${name}.`,
  `I haven't written ${name} yet.`,
  `I couldn't save ${name}.`,
  `If I had created ${name}, it would be listed.`,
  `You have created ${name}.`,
  `You can run \`python ${name}\` to see it.`,
  `I created ${name} earlier in this chat.`,
  `I have read ${name}; it has two functions.`,
  `I looked at ${name} and found nothing.`,
  `${name} was created by someone else.`,
  `Save this as ${name}:\n\`\`\`python\n# I have created ${name}\nprint(1)\n\`\`\``,
  `> I have created ${name}.\nThat is what the log says.`,
  `The log says "I have created ${name} for you" at the end.`,
  `Once I have created ${name}, you can open it.`,
  `Would you like me to edit ${name}?`,
  `I was going to write ${name}.`,
  `I have run into a problem with ${name}.`,
  `To finish, I need to create ${name}.`,
  `Ich habe ${name} nicht erstellt.`,
  `Ich werde ${name} erstellen.`,
  `Je vais créer ${name}.`,
  `Je n’ai pas créé ${name}.`,
  `No he creado ${name}.`,
  `我没有创建 ${name}。`,
];
const others = [
  "I have written a poem for you.",
  "I made a plan with three steps.",
  "I changed my mind about the second point.",
  "I've updated my answer: it is 42.",
  "I wrote about Node.js and Vue.js above.",
  "I have added e.g. a comma to the sentence.",
  "I moved on to the next question.",
  "I ran through the numbers again.",
  "Created by I. Have. Example.",
  "",
];

test("sentences that say a deed is done are known, with what they name", () => {
  const missed = names.flatMap(claiming).filter((sentence) => claimedDeeds(sentence).length === 0);
  expect(names.flatMap(claiming)).toHaveLength(60);
  expect(missed).toEqual([]);
  expect(claimedDeeds("I have saved it to src/a.ts and ran `npm test`.")).toEqual(["src/a.ts", "npm test"]);
});

test("plans, questions, denials, quotations and code are no claims", () => {
  const all = [...names.flatMap(harmless), ...others];
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((sentence) => claimedDeeds(sentence).length > 0)).toEqual([]);
});

test("a megabyte of words does not take long enough to be noticed", () => {
  expect(claimedDeeds(`I have ${"a.".repeat(500_000)}`)).toEqual([]);
});
