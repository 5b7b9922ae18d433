type Headers = Readonly<Record<string, string>>;

/** Stands for a value that is not shown; handed back it means the value as it is. */
export const hiddenValue = "••••";

/** Headers whose value lets somebody in, by their name. */
export const secretHeader = /auth|key|token|secret|cookie|password/i;

/** One header a name: names that differ only in case are the same to HTTP, and the last one is what is sent. */
function singleHeaders(headers: Headers): Headers {
  const last = new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => last.get(name.toLowerCase()) === name));
}

/** Without the values that let somebody in. */
export function shownHeaders(headers: Headers): Headers {
  const shown = Object.entries(singleHeaders(headers)).map(([name, value]) => [
    name,
    secretHeader.test(name) ? hiddenValue : value,
  ]);
  return Object.fromEntries(shown);
}

/** What must be changed so that `before` becomes `wanted`: null takes a header out, a hidden value stays what it was. */
export function headersPatch(wanted: Headers, before: Headers): Readonly<Record<string, string | null>> {
  const known = new Map(Object.entries(before).map(([name, value]) => [name.toLowerCase(), value]));
  const next = Object.entries(singleHeaders(wanted)).flatMap(
    ([name, value]): readonly (readonly [string, string])[] => {
      const kept = value === hiddenValue ? known.get(name.toLowerCase()) : value;
      return kept === undefined ? [] : [[name, kept]];
    },
  );
  const names = new Set(next.map(([name]) => name));
  const gone = Object.keys(before).filter((name) => !names.has(name));
  return Object.fromEntries([...gone.map((name) => [name, null] as const), ...next]);
}
