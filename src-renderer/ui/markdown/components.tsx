import type { Element } from "hast";
import { Children, type ReactNode } from "react";
import type { Components } from "react-markdown";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import tableStyles from "../table.module.css";
import { CodeBlock } from "./code-block.tsx";
import { Formula } from "./formula.tsx";
import styles from "./markdown.module.css";
import { MarkdownImage } from "./markdown-image.tsx";
import { TaskBox } from "./task-box.tsx";

/** How the elements of a Markdown text are drawn. `open` is told of the address of a link that is pressed. */
export function componentsFor(open: (address: string) => void): Components {
  return {
    a({ href, title, children }) {
      if (href === undefined || href === "") return <span>{children}</span>;
      return (
        <a
          href={href}
          title={title === undefined ? href : `${title}\n${href}`}
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
    p: ({ children, dir }) => (
      <p dir={dir} className={beginsWithTag(children) ? styles.hasTags : undefined}>
        {children}
      </p>
    ),
    img: ({ src, alt, title }) => (
      <MarkdownImage source={typeof src === "string" ? src : ""} alt={alt ?? ""} title={title ?? ""} onOpen={open} />
    ),
    input: ({ checked }) => <TaskBox isDone={checked === true} />,
    table: ({ children, dir }) => (
      // Wide tables scroll; the keyboard must reach them.
      <div className={styles.scroller} tabIndex={0}>
        <table className={tableStyles.table} dir={dir}>
          {children}
        </table>
      </div>
    ),
    pre: ({ children, node }) => <CodeBlock info={infoOf(node)}>{children}</CodeBlock>,
    code: ({ className, children }) =>
      /\bmath-/.test(className ?? "") ? (
        <Formula tex={String(children)} isBlock={className?.includes("math-display") === true} />
      ) : (
        <code className={className} dir="ltr">
          {typeof children === "string" ? revealLine(children) : children}
        </code>
      ),
  };
}

/** Lines of tags stay lines. */
function beginsWithTag(children: ReactNode): boolean {
  const first = Children.toArray(children)[0];
  return typeof first === "string" && /^<[a-z!/?]/i.test(first);
}

/** What stands behind the language of a listing. */
function infoOf(pre: Element | undefined): string {
  const code = pre?.children.find((child) => child.type === "element");
  return code?.type === "element" && typeof code.data?.meta === "string" ? code.data.meta : "";
}
