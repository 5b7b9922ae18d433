import { isValidElement, type ReactNode, useEffect, useState } from "react";
import { revealControls } from "../../../src-preload/contract/reveal-controls.ts";
import { CopyButton } from "../copy-button.tsx";
import { text } from "../text.ts";
import styles from "./code-block.module.css";
import { Diagram } from "./diagram.tsx";
import { Formula } from "./formula.tsx";

interface CodeBlockProps {
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
  const language = /language-([\w+#-]+)/.exec(children.props.className ?? "")?.[1] ?? "";
  return { language, source: String(children.props.children ?? "") };
}

/** A fenced block: its language, a button that copies it, colours once the highlighter is there. */
export function CodeBlock({ children }: CodeBlockProps) {
  const { language, source } = codeOf(children);
  if (language === "math") return <Formula tex={source.trim()} isBlock />;
  return (
    <figure className={styles.block}>
      <div className={styles.head}>
        <span className="grow">{language === "" ? text("markdown.code") : language}</span>
        <CopyButton source={source} />
      </div>
      {/* Long lines scroll; the keyboard must reach them. */}
      <pre tabIndex={0}>
        <code>
          <Highlighted language={language} source={revealControls(source)} />
        </code>
      </pre>
      {language === "mermaid" ? <Diagram key={source} source={source} /> : null}
    </figure>
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
