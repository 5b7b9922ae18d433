import { expect, test } from "vitest";
import { lenientDate, periodIn } from "../../../../src-main/knowledge/recall/dates-in-words.ts";

const now = Date.UTC(2024, 4, 20, 15);
const day = (iso: string): number => Date.parse(`${iso}T00:00:00Z`);

test.each([
  ["What happened on 8 May, 2023?", "2023-05-08", "2023-05-09"],
  ["on May 8th 2023", "2023-05-08", "2023-05-09"],
  ["the 3rd of June", "2023-06-03", "2023-06-04"],
  ["am 3. März", "2024-03-03", "2024-03-04"],
  ["2023-02-28", "2023-02-28", "2023-03-01"],
  ["in May 2023", "2023-05-01", "2023-06-01"],
  ["in the spring, in March", "2024-03-01", "2024-04-01"],
  ["im Dezember", "2023-12-01", "2024-01-01"],
  ["in 2022", "2022-01-01", "2023-01-01"],
  ["what did I say yesterday?", "2024-05-19", "2024-05-20"],
  ["letzte Woche", "2024-05-07", "2024-05-19"],
])("%s is from %s to %s", (text, from, to) => {
  expect(periodIn(text, now)).toEqual({ from: day(from), to: day(to) });
});

test.each(["", "may I march on?", "room 2023", "2023-13-45", "will it be soon?"])("%j names no period", (text) => {
  expect(periodIn(text, now)).toBeNull();
});

test.each([
  ["1:56 pm on 8 May, 2023", "2023-05-08T13:56:00Z"],
  ["12:05 am on 8 May, 2023", "2023-05-08T00:05:00Z"],
  ["2021/02/06 18:20", "2021-02-06T18:20:00Z"],
  ["2023-09-04", "2023-09-04T00:00:00Z"],
  ["2023-05-08T13:56:00Z", "2023-05-08T13:56:00Z"],
  ["May 8, 2023", "2023-05-08T00:00:00Z"],
])("%s is %s", (text, iso) => {
  expect(lenientDate(text)).toBe(Date.parse(iso));
});

test.each(["", "some day", "99/99/9999"])("%j is no date", (text) => {
  expect(lenientDate(text)).toBeNull();
});
