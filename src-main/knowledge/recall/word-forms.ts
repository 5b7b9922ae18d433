/*
 * Forms of a word that no stemmer brings together (went, go), and words that people use for one another (job, work). General
 * language, one line a group; kept short, since every one of them costs a look into the index.
 */

const englishForms = `
go went gone|buy bought|bring brought|think thought|teach taught|catch caught|give gave given|take took taken|make made
meet met|see saw seen|say said|tell told|find found|feel felt|leave left|lose lost|win won|begin began begun
break broke broken|build built|choose chose chosen|come came|draw drew drawn|drink drank drunk|drive drove driven
eat ate eaten|fall fell fallen|fight fought|fly flew flown|forget forgot forgotten|grow grew grown|hear heard
hide hid hidden|hold held|keep kept|know knew known|lead led|learn learnt|lend lent|pay paid|ride rode ridden|ring rang rung
rise rose risen|run ran|sell sold|send sent|shoot shot|show shown|sing sang sung|sit sat|sleep slept|speak spoke spoken
spend spent|stand stood|steal stole stolen|swim swam swum|throw threw thrown|understand understood|wake woke woken
wear wore worn|write wrote written|become became|bend bent|bite bit bitten|blow blew blown|burn burnt|dig dug|dream dreamt
feed fed|freeze froze frozen|hang hung|shake shook shaken|shine shone|sink sank sunk|swear swore sworn|tear tore torn
stick stuck|strike struck|deal dealt|lay laid|sew sewn|shrink shrank shrunk|spin spun|sweep swept|weep wept|wind wound
child children|man men|woman women|person people|foot feet|tooth teeth|mouse mice|goose geese|wife wives|life lives|knife knives
half halves|shelf shelves|leaf leaves|good better best|bad worse worst`;

const germanForms = `
gehen ging gegangen geht|kommen kam gekommen kommt|bringen brachte gebracht|denken dachte gedacht|kaufen gekauft
finden fand gefunden|geben gab gegeben gibt|nehmen nahm genommen nimmt|sehen sah gesehen sieht|sprechen sprach gesprochen spricht
schreiben schrieb geschrieben|lesen las gelesen liest|essen ass gegessen isst|trinken trank getrunken|fahren fuhr gefahren fahrt
fliegen flog geflogen|treffen traf getroffen trifft|schlafen schlief geschlafen|laufen lief gelaufen lauft|singen sang gesungen
verlieren verlor verloren|gewinnen gewann gewonnen|beginnen begann begonnen|ziehen zog gezogen|bauen gebaut|backen backte gebacken
kochen gekocht|helfen half geholfen hilft|sterben starb gestorben stirbt|werfen warf geworfen|heissen hiess geheissen heisst
wissen wusste gewusst weiss|tragen trug getragen|malen gemalt|spielen gespielt|arbeiten gearbeitet|wohnen gewohnt
lernen gelernt|machen gemacht|sagen gesagt|fragen gefragt|kind kinder|buch bucher|haus hauser|freund freunde freundin`;

const synonymGroups = `
job work profession career occupation living|child kid son daughter|mother mom mum|father dad|grandmother grandma gran
grandfather grandad grandpa|brother sister sibling|husband wife spouse|partner boyfriend girlfriend|movie film|buy purchase
start begin|finish complete|photo picture photograph|trip travel journey vacation holiday|house home|apartment flat
sick ill illness disease|doctor physician|injury hurt injure|gift present|wedding marry married marriage
engagement engage propose|company business firm|money cost price paid pay|car vehicle|bike bicycle|cook meal dish recipe
hobby interest|sport exercise|teach teacher lesson class course|study learn|talk speak chat discuss|happy glad|sad upset
scared afraid fear nervous|quit leave resign|town city|country nation|pet dog cat|animal dog cat|colour color
favorite favourite|attend join participate|receive get|book read|song music|painting paint art|run race marathon|swim pool
friend buddy|event party|celebrate party birthday|die dead death pass|fix repair|build make create|big large huge
small little tiny|plan intend|decide decision|choose pick|name called|own have|help support|volunteer charity|win prize award`;

type Groups = ReadonlyMap<string, readonly string[]>;

function groupsOf(...lists: readonly string[]): Groups {
  const found = new Map<string, readonly string[]>();
  for (const line of lists.join("|").split(/[|\n]/)) {
    const group = line.split(" ").filter((word) => word !== "");
    for (const word of group) found.set(word, [...(found.get(word) ?? []), ...group.filter((other) => other !== word)]);
  }
  return found;
}

const groups = groupsOf(englishForms, germanForms, synonymGroups);

/** The word itself, and what it may come from: bikes → bike, planned → plann, plan. */
function basesOf(word: string): readonly string[] {
  const bases = [word];
  const cut = (ending: RegExp, ...instead: readonly string[]): void => {
    if (ending.test(word)) bases.push(...instead.map((end) => word.replace(ending, end)));
  };
  cut(/ies$/, "y");
  cut(/s$/, "");
  cut(/ed$/, "", "e");
  cut(/ing$/, "", "e");
  cut(/([bdgmnprt])\1(?:ed|ing)$/, "$1");
  return bases;
}

/** Other words that may stand for this one in a text; `word` is folded. */
export function otherForms(word: string): readonly string[] {
  for (const base of basesOf(word)) {
    const found = groups.get(base);
    if (found !== undefined) return [...new Set(found)];
  }
  return [];
}
