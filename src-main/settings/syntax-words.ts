import { type ParseErrorCode, printParseErrorCode } from "jsonc-parser";
import { text } from "../words.ts";

type CodeName = ReturnType<typeof printParseErrorCode>;

const words: Readonly<Record<Exclude<CodeName, "<unknown ParseErrorCode>">, () => string>> = {
  InvalidSymbol: () => text("syntax.symbol"),
  InvalidNumberFormat: () => text("syntax.number"),
  PropertyNameExpected: () => text("syntax.name"),
  ValueExpected: () => text("syntax.value"),
  ColonExpected: () => text("syntax.colon"),
  CommaExpected: () => text("syntax.comma"),
  CloseBraceExpected: () => text("syntax.brace"),
  CloseBracketExpected: () => text("syntax.bracket"),
  EndOfFileExpected: () => text("syntax.end"),
  InvalidCommentToken: () => text("syntax.symbol"),
  UnexpectedEndOfComment: () => text("syntax.comment"),
  UnexpectedEndOfString: () => text("syntax.string"),
  UnexpectedEndOfNumber: () => text("syntax.number"),
  InvalidUnicode: () => text("syntax.escape"),
  InvalidEscapeCharacter: () => text("syntax.escape"),
  InvalidCharacter: () => text("syntax.character"),
};

/** What is wrong with a JSON text at one place, in words for a person. */
export function syntaxWords(code: ParseErrorCode): string {
  const name = printParseErrorCode(code);
  return name === "<unknown ParseErrorCode>" ? text("syntax.symbol") : words[name]();
}
