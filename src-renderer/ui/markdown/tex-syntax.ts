import type { CompileContext, Token, Extension as TreeExtension } from "mdast-util-from-markdown";
import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from "micromark-util-types";

type FormulaToken = "dollarText" | "bracketText" | "displayText";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    dollarText: "dollarText";
    bracketText: "bracketText";
    displayText: "displayText";
    formulaMark: "formulaMark";
    formulaData: "formulaData";
  }
}

/*
 * Formulas inside of a line, as models write them: `\(..\)`, `\[..\]`, and `$..$` by pandoc's rule. None of them reaches
 * over code. How far one looked for its end in vain is remembered, so that a text of openings alone costs one walk.
 */

const dollar = 36;
const backslash = 92;
const backtick = 96;
const brackets = { bracketText: { open: 40, close: 41 }, displayText: { open: 91, close: 93 } } as const;

const isLineEnd = (code: Code): boolean => code !== null && code < -2;
const isBlank = (code: Code): boolean => code === null || code < 0 || code === 32;
const isDigit = (code: Code): boolean => code !== null && code >= 48 && code <= 57;
const isLetter = (code: Code): boolean => code !== null && ((code >= 65 && code <= 90) || (code >= 97 && code <= 122));

interface Scan {
  readonly effects: Parameters<Tokenizer>[0];
  /** Looks at each character; what it answers takes over there. Undefined: the character belongs to the formula. */
  readonly end: (code: Code, before: Code) => State | undefined;
  /** There is no end before here. */
  readonly give: State;
}

/** Walks over the text of a formula. A backslash takes the next character with it. */
function scan({ effects, end, give }: Scan): State {
  let before: Code = null;
  let isOpen = false;
  let isEscaped = false;
  const close = (): void => {
    if (isOpen) effects.exit("formulaData");
    isOpen = false;
  };
  const inside: State = (code) => {
    if (code === null || code === backtick) return give(code);
    const over = end(code, isEscaped ? backslash : before);
    if (over !== undefined) {
      close();
      return over(code);
    }
    if (isLineEnd(code)) {
      close();
      effects.enter("lineEnding");
      effects.consume(code);
      effects.exit("lineEnding");
    } else {
      if (!isOpen) effects.enter("formulaData");
      isOpen = true;
      effects.consume(code);
    }
    isEscaped = !isEscaped && code === backslash;
    // Behind an escaped character no backslash is open any more.
    before = code === backslash ? null : code;
    return inside;
  };
  return inside;
}

function construct(name: string, tokenize: (context: TokenizeContext, nok: State) => Tokenizer): Construct {
  const barren = new WeakMap<TokenizeContext, number>();
  return {
    name,
    tokenize(effects, ok, nok) {
      if (this.now().offset < (barren.get(this) ?? 0)) return nok;
      const give: State = (code) => {
        barren.set(this, this.now().offset);
        return nok(code);
      };
      return tokenize(this, give).call(this, effects, ok, nok);
    },
  };
}

function mark(effects: Parameters<Tokenizer>[0], next: State): State {
  return (code) => {
    effects.enter("formulaMark");
    effects.consume(code);
    effects.exit("formulaMark");
    return next;
  };
}

/** `$` behind no letter or digit and before no blank, up to a `$` behind no blank and before no digit. */
const dollars: Construct = {
  previous: (code) => code !== dollar,
  ...construct("dollarFormula", (context, give) => (effects, ok, nok) => {
    const last: State = (code) => {
      if (isDigit(code)) return nok(code);
      effects.exit("dollarText");
      return ok(code);
    };
    const end = (code: Code, before: Code): State | undefined => {
      if (code !== dollar || before === backslash) return undefined;
      return isBlank(before) ? give : mark(effects, last);
    };
    const inside = scan({ effects, end, give });
    const first: State = (code) => (isBlank(code) || code === dollar ? nok(code) : inside(code));
    return (code) => {
      const { previous } = context;
      if (isDigit(previous) || isLetter(previous) || previous === dollar) return nok(code);
      effects.enter("dollarText");
      return mark(effects, first)(code);
    };
  }),
};

/** A backslash and a bracket, up to the same the other way round; the text ends with the backslash of its end. */
function bracketed(token: keyof typeof brackets): Construct {
  const { open, close } = brackets[token];
  return construct(token, (_, give) => (effects, ok, nok) => {
    const last: State = (code) => {
      effects.exit(token);
      return ok(code);
    };
    const end = (code: Code, before: Code): State | undefined =>
      code === close && before === backslash ? mark(effects, last) : undefined;
    const inside = scan({ effects, end, give });
    return (code) => {
      effects.enter(token);
      effects.enter("formulaMark");
      effects.consume(code);
      return (second) => {
        if (second !== open) return nok(second);
        effects.consume(second);
        effects.exit("formulaMark");
        return inside;
      };
    };
  });
}

export const texSyntax: Extension = {
  text: { [dollar]: dollars, [backslash]: [bracketed("bracketText"), bracketed("displayText")] },
};

function enter(className: string) {
  return function (this: CompileContext, token: Token): void {
    const data = { hName: "code", hProperties: { className: [className] }, hChildren: [] };
    this.enter({ type: "inlineMath", value: "", data }, token);
    this.buffer();
  };
}

function exit(this: CompileContext, token: Token): void {
  const text = this.resume();
  const node = this.stack.at(-1);
  this.exit(token);
  if (node?.type !== "inlineMath") return;
  const value = (token.type === ("dollarText" satisfies FormulaToken) ? text : text.slice(0, -1)).trim();
  node.value = value;
  node.data = { ...node.data, hChildren: [{ type: "text", value }] };
}

function data(this: CompileContext, token: Token): void {
  this.config.enter["data"]?.call(this, token);
  this.config.exit["data"]?.call(this, token);
}

export const texTree: TreeExtension = {
  enter: { dollarText: enter("math-inline"), bracketText: enter("math-inline"), displayText: enter("math-display") },
  exit: { dollarText: exit, bracketText: exit, displayText: exit, formulaData: data },
};
