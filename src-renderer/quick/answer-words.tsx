import { Markdown } from "../ui/markdown/markdown.tsx";
import proseStyles from "../ui/prose.module.css";

interface AnswerProps {
  readonly words: string;
  readonly isOn: boolean;
  readonly onOpen: (address: string) => void;
}

/** What was said, as the window draws it. */
export function AnswerWords({ words, isOn, onOpen }: AnswerProps) {
  return (
    <div className={proseStyles.prose}>
      <Markdown text={words} isStreaming={isOn} onOpen={onOpen} />
    </div>
  );
}
