import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from "micromark-util-types";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    literalAutolink: "literalAutolink";
    literalAutolinkHttp: "literalAutolinkHttp";
    literalAutolinkWww: "literalAutolinkWww";
  }
}

/*
 * Bare addresses. They end, other than GitHub's, also at a star, a quote, a closing angle and at every mark of another
 * script (`。`, `，`, `」`): models write them into the middle of such sentences and into bold words.
 */

const stops: ReadonlySet<number> = new Set([...'<>"`*|^{}\\'].map((sign) => sign.charCodeAt(0)));
/** They belong to a sentence where nothing of the address follows them. */
const trailing: ReadonlySet<number> = new Set([..."!'),.:;?_~]&"].map((sign) => sign.charCodeAt(0)));
const foreignMark = /[\p{P}\p{S}\p{Z}\p{C}]/u;
const wordCharacter = /[\p{L}\p{N}]/u;

const isEnd = (code: Code): boolean =>
  code === null || code <= 32 || stops.has(code) || (code > 126 && foreignMark.test(String.fromCharCode(code)));
const isWord = (code: Code): boolean => code !== null && code > 0 && wordCharacter.test(String.fromCharCode(code));

/** Inside of the brackets of a link there is no other link. */
function isInLabel({ events }: TokenizeContext): boolean {
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const [kind, token] = events[at] ?? [];
    if (kind === "enter" && (token?.type === "labelLink" || token?.type === "labelImage") && token._balanced !== true)
      return true;
  }
  return false;
}

interface Kind {
  readonly start: readonly string[];
  readonly token: "literalAutolinkHttp" | "literalAutolinkWww";
}

function address({ start, token }: Kind): Construct {
  const tokenize: Tokenizer = function (effects, ok, nok) {
    let read = "";
    let depth = 0;
    /** The marks before here were looked at: something of the address follows them. */
    let known = 0;
    const done: State = (code) => {
      effects.exit(token);
      effects.exit("literalAutolink");
      return ok(code);
    };
    const take: State = (code) => {
      if (code === 40) depth += 1;
      if (code === 41) depth -= 1;
      effects.consume(code);
      return path;
    };
    const isTail: Construct = {
      partial: true,
      tokenize: (inner, isOver, goesOn) => {
        const next: State = (code) => {
          if (isEnd(code)) return isOver(code);
          if (code === null || !trailing.has(code)) {
            known = this.now().offset;
            return goesOn(code);
          }
          inner.consume(code);
          return next;
        };
        return next;
      },
    };
    const path: State = (code) => {
      if (isEnd(code)) return done(code);
      const isClosing = code === 41 && depth > 0;
      if (code === null || !trailing.has(code) || isClosing || this.now().offset < known) return take(code);
      return effects.check(isTail, done, take)(code);
    };
    const prefix: State = (code) => {
      if (code === null || code < 0) return nok(code);
      const grown = read + String.fromCharCode(code).toLowerCase();
      if (!start.some((wanted) => wanted.startsWith(grown))) return nok(code);
      read = grown;
      effects.consume(code);
      return start.includes(grown) ? first : prefix;
    };
    const first: State = (code) => (isWord(code) || code === 91 ? take(code) : nok(code));
    return (code) => {
      const { previous } = this;
      if ((previous !== null && previous > 0 && previous < 127 && isWord(previous)) || isInLabel(this))
        return nok(code);
      effects.enter("literalAutolink");
      effects.enter(token);
      return prefix(code);
    };
  };
  return { name: "bareAddress", tokenize };
}

const http = address({ start: ["http://", "https://"], token: "literalAutolinkHttp" });
const www = address({ start: ["www."], token: "literalAutolinkWww" });

export const addressSyntax: Extension = {
  text: { 72: http, 104: http, 87: www, 119: www },
  disable: { null: ["protocolAutolink", "wwwAutolink"] },
};
