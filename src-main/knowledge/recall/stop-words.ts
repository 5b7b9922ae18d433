/*
 * Words that tell nothing about what is asked for, in English and German, without accents and in small letters.
 */

const english = `
a an the and or but if then so of to in on at by for with from as about into over after before up down out off than
is are was were be been being am do does did doing done have has had having can could will would shall should may might must
i you he she it we they me him her us them my your his its our their mine yours hers ours theirs this that these those
there here what which who whom whose when where why how not no nor too very just also any some all each both more most other
such own same while during between through again once only get got much many long kind type one
s t re ve ll d m don didn doesn isn wasn aren weren because`;

const german = `
der die das den dem des ein eine einen einem einer eines und oder aber wenn dann so zu im in am an auf bei fur mit von vom
zum zur aus als ist sind war waren bin bist sei sein seine seinen seiner seinem ihre ihr ihren ihrem hat haben hatte hatten
habe ich du er sie es wir mich dich ihn uns euch mir dir ihm ihnen mein meine dein deine unser dieser diese dieses was wer wen
wem wessen wann wo warum wie nicht kein keine kann konnen wird werden wurde auch noch nur sich man uber nach vor unter welche
welcher welches welchen`;

const stopWords: ReadonlySet<string> = new Set(`${english} ${german}`.split(/\s+/));

/** `word` is folded. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}
