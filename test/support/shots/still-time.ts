/** The time of all pictures, a Wednesday morning in their zone: as text of a clock `10:24`. */
export const stillTime = Date.parse("2026-11-18T10:24:30+01:00");
export const stillZone = "Europe/Berlin";

/** From here on `Date` knows no time but this one. Uses nothing around it: a page gets it as text. */
export function stopDate(time: number): void {
  Date.now = () => time;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [time] : given, made),
    apply: (target) => new target(time).toString(),
  });
}
