// Measures recall on a long dialogue: the part of the turns that answer a question which is among the first five and ten.
//   npm run -s recall -- --file DIALOGUE.json [--embeddings random|hash] [--without INGREDIENT] [--json]
//   npm run -s recall -- --file DIALOGUE.json --speed 50000    how long a search takes among so many entries
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { searchWeights } from "../src-main/knowledge/recall/search-entries.ts";
import { readDialogue } from "../test/support/recall/dialogue.ts";
import { madeUpEmbeddings } from "../test/support/recall/made-up-embeddings.ts";
import { measureFinder, ourFinder, plainFinder } from "../test/support/recall/measure-recall.ts";
import { measureSpeed } from "../test/support/recall/measure-speed.ts";

const options = readOptions();
const dialogue = read(options.file);
if (options.speed === undefined) measure();
else console.log(JSON.stringify(measureSpeed(dialogue, options.speed)));

function measure() {
  const embed = options.embeddings === undefined ? null : madeUpEmbeddings[options.embeddings];
  const figures = {
    ours: measureFinder(dialogue, ourFinder(dialogue.turns, embed, options.without)),
    plain: measureFinder(dialogue, plainFinder(dialogue.turns)),
  };
  if (options.json) {
    const kinds = Object.fromEntries(Object.entries(figures).map(([name, of]) => [name, Object.fromEntries(of)]));
    console.log(JSON.stringify({ turns: dialogue.turns.length, ...kinds }));
    return;
  }
  console.log(`${dialogue.turns.length} turns; the part found in the first five and ten, in per cent`);
  for (const [kind, ours] of figures.ours) {
    const plain = figures.plain.get(kind);
    const told = (figure) => `${figure.atFive.toFixed(1).padStart(5)} ${figure.atTen.toFixed(1).padStart(5)}`;
    console.log(`${kind.padEnd(12)} ours ${told(ours)}   plain ${told(plain)}   (${ours.questions} questions)`);
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        file: { type: "string" },
        embeddings: { type: "string" },
        without: { type: "string" },
        speed: { type: "string" },
        json: { type: "boolean", default: false },
      },
    });
    if (values.file === undefined) throw new Error("name a file with --file");
    if (values.embeddings !== undefined && !Object.hasOwn(madeUpEmbeddings, values.embeddings)) {
      throw new Error(`--embeddings is one of ${Object.keys(madeUpEmbeddings).join(", ")}`);
    }
    if (values.without !== undefined && !Object.hasOwn(searchWeights, values.without)) {
      throw new Error(`--without is one of ${Object.keys(searchWeights).join(", ")}`);
    }
    const speed = values.speed === undefined ? undefined : Number(values.speed);
    if (speed !== undefined && !(Number.isInteger(speed) && speed > 1))
      throw new Error("--speed is a number of entries");
    return { ...values, speed };
  } catch (error) {
    return leave(`The call is wrong: ${error.message}.`);
  }
}

function read(file) {
  try {
    const found = readDialogue(readFileSync(file, "utf8"));
    return typeof found === "string" ? leave(`${file} is no dialogue with questions: ${found}.`) : found;
  } catch (error) {
    return leave(`${file} could not be read: ${error.message}.`);
  }
}

function leave(sentence) {
  console.error(sentence);
  process.exit(2);
}
