/*
 * "I have created script.py" where nothing was written. A wrong question costs more trust than a missed one: only a first
 * person that says a deed is done, of a file or a command that it names.
 */

const deed =
  "wrote|written|created|edited|updated|modified|changed|saved|deleted|removed|renamed|moved|executed|appended";
const adverb = "(?: (?:just|now|also|already|successfully|then))*";

const claims: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}])I(?:[’']ve| have)?${adverb} (?:${deed}|ran)(?![\\p{L}])`, "u"),
  new RegExp(`(?<![\\p{L}])I(?:[’']ve| have)${adverb} (?:run|added|fixed|replaced|put)(?![\\p{L}])(?! into)`, "u"),
  /(?<!\p{L})(?:ich habe|habe ich)(?!\p{L}).*(?<!\p{L})(?:erstellt|geschrieben|gespeichert|gelöscht|geändert|bearbeitet|ausgeführt|angelegt|umbenannt|verschoben|aktualisiert)(?!\p{L})/iu,
  /(?<!\p{L})j[’']ai(?: (?:bien|déjà|aussi|maintenant))? (?:créé|écrit|enregistré|sauvegardé|supprimé|modifié|exécuté|lancé|renommé|déplacé|mis à jour)(?!\p{L})/iu,
  /(?<!\p{L})he (?:creado|escrito|guardado|eliminado|borrado|modificado|editado|ejecutado|renombrado|movido|actualizado)(?!\p{L})/iu,
  /我(?:已经|已|刚刚|刚)[^，。]*?(?:创建|写入|编写|保存|删除|修改|编辑|运行|执行|更新|重命名)/u,
];

/** A plan, a condition, a denial, or a deed of another time: said of such a sentence, nothing is claimed. */
const unsure =
  /(?<!\p{L})(?:will|would|could|should|might|may|if|unless|until|once|when|whether|suppose|imagine|going to|not|never|no|nothing|cannot|earlier|previously|before|yesterday|ago|last|first|example|as though|pretend|you said|nicht|kein\p{L}*|nie|wenn|falls|würde|hätte|gestern|vorhin|pas|jamais|si|hier|serait|aurais|nunca|ayer|habría)(?!\p{L})|n[’']t(?!\p{L})|(?<!\p{L})no he(?!\p{L})|没|未|如果|昨天|之前/iu;

const fileName =
  /(?:^|[\s`"'“”«»„:：(（/~\p{Script=Han}])((?:[\w.~-]*\/)*[\w-][\w-]*(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{0,4})(?![\w])/gu;
const command = /`([^`\n]{2,200})`/g;
/** Names with a dot that are no files. */
const noFile =
  /^(?:e\.g|i\.e|(?:node|vue|next|react|express|three|nuxt|d3|chart|socket)\.js|asp\.net|[\w-]+\.(?:com|org|net|io|dev))$/i;

/** What a person would take for the model's own words, in sentences. */
function sentencesOf(answer: string): readonly string[] {
  const own = answer
    .replace(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g, "\n")
    .replace(/^\s*>.*$/gm, "")
    // A quotation of several words; a name in quotes stays.
    .replace(/["“„«][^"”“»\n]*\s[^"”“»\n]*\s[^"”“»\n]*["”“»]/g, " ");
  return own.split(/(?<=[.!?…])\s+|(?<=[。！？])|\n+/u).filter((sentence) => !/[?？]\s*$/.test(sentence));
}

function namesIn(sentence: string): readonly string[] {
  const files = [...sentence.matchAll(fileName)].flatMap(([, name = ""]) => (noFile.test(name) ? [] : [name]));
  return [...files, ...[...sentence.matchAll(command)].flatMap(([, name = ""]) => (noFile.test(name) ? [] : [name]))];
}

/** The files and commands of which an answer says, in the first person, that it did something to them. */
export function claimedDeeds(answer: string): readonly string[] {
  // More than a person reads for a claim.
  const sentences = sentencesOf(answer.slice(0, 20_000));
  return sentences.flatMap((sentence) => {
    const isClaim = !unsure.test(sentence) && claims.some((claim) => claim.test(sentence));
    return isClaim ? namesIn(sentence) : [];
  });
}
