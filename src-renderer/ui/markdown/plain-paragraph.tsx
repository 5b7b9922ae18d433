import { memo } from "react";

/** About so many characters lie in one text node: a paragraph that grows changes its last one alone. */
const pieceLength = 400;

/** A paragraph without any mark in it. */
export const PlainParagraph = memo(function PlainParagraph({ text }: { readonly text: string }) {
  return <p dir="auto">{piecesOf(text.trim())}</p>;
});

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  while (from < text.length) {
    const space = text.indexOf(" ", from + pieceLength);
    const to = space < 0 ? text.length : space;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}
