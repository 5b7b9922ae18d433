/** The language of the person as the environment names it (`ja_JP.UTF-8` → `ja-JP`); null where it names none. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): string | null {
  const named = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  const tag = /^([a-z]{2,3})(?:_([A-Z]{2}))?(?=$|[.@])/.exec(named);
  if (tag === null) return null;
  return tag[2] === undefined ? (tag[1] ?? null) : `${tag[1]}-${tag[2]}`;
}
