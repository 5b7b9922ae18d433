/** A package whose code comes with Perch. */
export interface ThirdParty {
  readonly name: string;
  /** "" for a font. */
  readonly version: string;
  /** As SPDX names it. */
  readonly licence: string;
  readonly text: string;
}

/** What Perch may carry, under its own licence and without more to do than to bring the text along. */
const fitting = ["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0", "OFL-1.1"];

/** Packages that say too little of themselves: the licence that they mean, or whose right it is where they bring no text. */
const saidForThem: Readonly<Record<string, { readonly licence?: string; readonly holder?: string }>> = {
  // Its text is that of MIT.
  khroma: { licence: "MIT" },
  "lazy-val": { holder: "Vladimir Krivosheev" },
  fastdom: { holder: "2016 Wilson Page" },
  "react-remove-scroll-bar": { holder: "Anton Korzunov" },
};
/** The library and its compiled part for each system. */
const sqliteVec = { licence: "MIT OR Apache-2.0", holder: "Alex Garcia" };

const mit = (holder: string): string => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/** The package with what it leaves out of itself. */
export function completed(one: ThirdParty): ThirdParty {
  const { licence = one.licence, holder } = /^sqlite-vec(?:-|$)/.test(one.name)
    ? sqliteVec
    : (saidForThem[one.name] ?? {});
  const text = one.text === "" && holder !== undefined && choices(licence).includes("MIT") ? mit(holder) : one.text;
  return { ...one, licence: licence.replace(/^\((.*)\)$/, "$1"), text };
}

/** Why Perch may not carry it as it is; null where it may. */
export function problemWith({ name, version, licence, text }: ThirdParty): string | null {
  const which = `${name} ${version}`.trim();
  if (licence === "") return `${which} names no licence`;
  if (!choices(licence).some((one) => one.split(" AND ").every((part) => fitting.includes(part)))) {
    return `${which} has the licence ${licence}, which is not among those that Perch carries`;
  }
  return text === "" ? `${which} brings no text of its licence (${licence})` : null;
}

function choices(licence: string): readonly string[] {
  return licence.replace(/[()]/g, "").split(" OR ");
}
