import { memo, useMemo, useRef } from "react";
import ReactMarkdown, { type Options } from "react-markdown";
import remend from "remend";
import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { text } from "../text.ts";
import { CodeBlock } from "./code-block.tsx";
import { componentsFor } from "./components.tsx";
import { Formula } from "./formula.tsx";
import styles from "./markdown.module.css";
import { PlainParagraph } from "./plain-paragraph.tsx";
import { safeAddress } from "./safe-address.ts";
import { type Block, createBlockSplitter } from "./split-blocks.ts";
import { Streaming } from "./streaming.ts";
import { markdownPlugins } from "./syntax.ts";
import { textDirection } from "./text-direction.ts";

export interface MarkdownProps {
  readonly text: string;
  /** More may come: an unclosed mark at the end is drawn as if it were closed. */
  readonly isStreaming?: boolean;
  /** What else is done to its tree; made once, outside of what draws it. */
  readonly plugins?: Options["rehypePlugins"];
  readonly onOpen: (address: string) => void;
}

const treePlugins: Options["rehypePlugins"] = [textDirection];

/** What a model wrote. No HTML, no script, nothing is loaded from elsewhere; a link tells where it goes and asks. */
export function Markdown({ text: words, isStreaming = false, plugins = treePlugins, onOpen }: MarkdownProps) {
  const split = useRef<ReturnType<typeof createBlockSplitter> | null>(null);
  split.current ??= createBlockSplitter();
  const blocks = split.current(words, isStreaming);
  const open = useRef(onOpen);
  open.current = onOpen;
  return (
    <div className={styles.markdown} data-markdown="">
      <Streaming value={isStreaming}>
        {blocks.map((block, index) => {
          const isTail = isStreaming && index === blocks.length - 1;
          // biome's rule on index keys does not fit: a block is its place, and a tail that grows keeps it.
          return <BlockView key={String(index)} block={block} isTail={isTail} plugins={plugins} openRef={open} />;
        })}
      </Streaming>
    </div>
  );
}

interface BlockProps {
  readonly block: Block;
  readonly isTail: boolean;
  readonly plugins: Options["rehypePlugins"];
  readonly openRef: { readonly current: (address: string) => void };
}

/** What needs no parser is drawn without one: a long paragraph or listing that grows stays cheap. */
function BlockView({ block, isTail, plugins, openRef }: BlockProps) {
  switch (block.kind) {
    case "hard":
      return <HardText text={block.raw} />;
    case "plain":
      return <PlainParagraph text={block.raw} />;
    case "held":
      return <p className={styles.held} />;
    case "formula":
      return <Formula tex={block.tex} isBlock />;
    case "code":
      if (block.language === "math") return <Formula tex={block.source.trim()} isBlock />;
      return (
        <CodeBlock info={block.info}>
          <code className={block.language === "" ? "" : `language-${block.language}`}>{`${block.source}\n`}</code>
        </CodeBlock>
      );
    case "marked":
      return <MarkedBlock text={isTail ? remend(block.raw) : block.raw} plugins={plugins} openRef={openRef} />;
    default: {
      const never: never = block;
      return never;
    }
  }
}

/** What is too hard to parse, as it was written. */
const HardText = memo(function HardText({ text: source }: { readonly text: string }) {
  return (
    <div>
      <p className="typed" dir="auto">
        {revealWords(source)}
      </p>
      <p className="meta small">{text("markdown.tooHard")}</p>
    </div>
  );
});

interface MarkedBlockProps extends Pick<BlockProps, "plugins" | "openRef"> {
  readonly text: string;
}

const MarkedBlock = memo(function MarkedBlock({ text: source, plugins, openRef }: MarkedBlockProps) {
  const components = useMemo(() => componentsFor((address) => openRef.current(address)), [openRef]);
  return (
    <ReactMarkdown
      remarkPlugins={markdownPlugins}
      rehypePlugins={plugins}
      components={components}
      urlTransform={safeAddress}
    >
      {source}
    </ReactMarkdown>
  );
});
