import { memo, useMemo, useRef } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remend from "remend";
import { revealLine, revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import tableStyles from "../table.module.css";
import { text } from "../text.ts";
import { BlockedImage } from "./blocked-image.tsx";
import { CodeBlock } from "./code-block.tsx";
import { Formula } from "./formula.tsx";
import styles from "./markdown.module.css";
import { PlainParagraph } from "./plain-paragraph.tsx";
import { safeAddress } from "./safe-address.ts";
import { type Block, createBlockSplitter } from "./split-blocks.ts";

export interface MarkdownProps {
  readonly text: string;
  /** More may come: an unclosed mark at the end is drawn as if it were closed. */
  readonly isStreaming?: boolean;
  readonly onOpen: (address: string) => void;
}

/** What a model wrote. No HTML, no script, nothing is loaded from elsewhere; a link tells where it goes and asks. */
export function Markdown({ text: words, isStreaming = false, onOpen }: MarkdownProps) {
  const split = useRef<ReturnType<typeof createBlockSplitter> | null>(null);
  split.current ??= createBlockSplitter();
  const blocks = split.current(words);
  const open = useRef(onOpen);
  open.current = onOpen;
  return (
    <div className={styles.markdown} data-markdown="">
      {blocks.map((block, index) => {
        const isTail = isStreaming && index === blocks.length - 1;
        // biome's rule on index keys does not fit: a block is its place, and a tail that grows keeps it.
        return <BlockView key={String(index)} block={block} isTail={isTail} openRef={open} />;
      })}
    </div>
  );
}

interface BlockProps {
  readonly block: Block;
  readonly isTail: boolean;
  readonly openRef: { readonly current: (address: string) => void };
}

/** What needs no parser is drawn without one: a long paragraph or listing that grows stays cheap. */
function BlockView({ block, isTail, openRef }: BlockProps) {
  if (block.kind === "hard") return <HardText text={block.raw} />;
  if (block.kind === "plain") return <PlainParagraph text={block.raw} />;
  if (block.kind === "code" && block.language !== "math") {
    return (
      <CodeBlock>
        <code className={block.language === "" ? "" : `language-${block.language}`}>{`${block.source}\n`}</code>
      </CodeBlock>
    );
  }
  return <MarkedBlock text={isTail ? remend(block.raw) : block.raw} openRef={openRef} />;
}

/** What is too hard to parse, as it was written. */
const HardText = memo(function HardText({ text: source }: { readonly text: string }) {
  return (
    <div>
      <p className="typed">{revealWords(source)}</p>
      <p className="meta small">{text("markdown.tooHard")}</p>
    </div>
  );
});

interface MarkedBlockProps {
  readonly text: string;
  readonly openRef: BlockProps["openRef"];
}

/** One dollar is money, two are a formula. */
const plugins: Options["remarkPlugins"] = [remarkGfm, [remarkMath, { singleDollarTextMath: false }]];

const MarkedBlock = memo(function MarkedBlock({ text: source, openRef }: MarkedBlockProps) {
  const components = useMemo(() => componentsFor((address) => openRef.current(address)), [openRef]);
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={safeAddress} skipHtml>
      {source}
    </ReactMarkdown>
  );
});

function componentsFor(open: (address: string) => void): Components {
  return {
    a({ href, children }) {
      if (href === undefined || href === "") return <span>{children}</span>;
      return (
        <a
          href={href}
          title={href}
          rel="noreferrer noopener"
          onClick={(event) => {
            event.preventDefault();
            open(href);
          }}
        >
          {children}
        </a>
      );
    },
    img: ({ src, alt }) => <BlockedImage source={typeof src === "string" ? src : ""} alt={alt ?? ""} />,
    table: ({ children }) => (
      <div className={styles.scroller}>
        <table className={tableStyles.table}>{children}</table>
      </div>
    ),
    pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
    code: ({ className, children }) =>
      className?.includes("math-inline") === true ? (
        <Formula tex={String(children)} isBlock={false} />
      ) : (
        <code className={className}>{typeof children === "string" ? revealLine(children) : children}</code>
      ),
  };
}
