import { isValidElement, type ReactNode, useContext, useEffect, useState } from "react";
import { revealControls, revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { text } from "../text.ts";
import { CodeFigure } from "./code-figure.tsx";
import { DiagramBlock } from "./diagram.tsx";
import { Formula } from "./formula.tsx";
import { Streaming } from "./streaming.ts";

interface CodeBlockProps {
  /** What stands behind the language. */
  readonly info?: string;
  readonly children: ReactNode;
}

interface Code {
  readonly language: string;
  readonly source: string;
}

function codeOf(children: ReactNode): Code {
  if (!isValidElement<{ readonly className?: string; readonly children?: ReactNode }>(children)) {
    return { language: "", source: String(children ?? "") };
  }
  const language = /language-(\S+)/.exec(children.props.className ?? "")?.[1] ?? "";
  return { language, source: String(children.props.children ?? "") };
}

/** A fenced block: its language, a button that copies it, colours once the highlighter is there; a diagram is drawn. */
export function CodeBlock({ info = "", children }: CodeBlockProps) {
  const isStreaming = useContext(Streaming);
  const { language, source } = codeOf(children);
  if (language === "math") return <Formula tex={source.trim()} isBlock />;
  const title = revealLine(`${language === "" ? text("markdown.code") : language} ${info}`.trim());
  const listing = <Listing language={language} source={source} />;
  if (language === "mermaid" && !isStreaming) {
    return <DiagramBlock key={source} title={title} source={source} listing={listing} />;
  }
  return (
    <CodeFigure title={title} source={source}>
      {listing}
    </CodeFigure>
  );
}

function Listing({ language, source }: Code) {
  return (
    // Long lines scroll; the keyboard must reach them.
    <pre tabIndex={0} dir="ltr">
      <code dir="ltr">
        <Highlighted language={language} source={revealControls(source)} />
      </code>
    </pre>
  );
}

const maxHighlighted = 40_000;
/** A block is coloured once it has stood still for so long, in milliseconds. */
const settleMs = 200;

function Highlighted({ language, source }: Code) {
  const [drawn, setDrawn] = useState<{ readonly source: string; readonly nodes: ReactNode } | null>(null);
  useEffect(() => {
    if (language === "" || source.length > maxHighlighted) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const { highlight } = await import("./highlight.tsx");
      if (isCurrent) setDrawn({ source, nodes: highlight(language, source) });
    }, settleMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [language, source]);
  return drawn?.source === source ? drawn.nodes : source;
}
