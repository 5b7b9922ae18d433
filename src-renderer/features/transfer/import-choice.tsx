import { useState } from "react";
import type { ImportPreview, ImportRow, ImportState } from "../../../src-preload/contract/transfer.ts";
import { Button } from "../../ui/button.tsx";
import { chatTitle } from "../../ui/chat-title.ts";
import { CheckBox } from "../../ui/check-box.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import { LeftOutList } from "./left-out-list.tsx";
import styles from "./transfer.module.css";

interface ImportChoiceProps {
  readonly preview: ImportPreview;
  readonly onTake: (chats: readonly string[]) => void;
}

const states: Readonly<Record<ImportState, TextKey>> = {
  new: "transfer.isNew",
  longer: "transfer.isLonger",
  same: "transfer.isSame",
};

/** More rows than anybody reads would only make the dialog slow: what is not shown is taken or left with all. */
const mostShown = 500;

/** What is in the file, of which all or some are taken. */
export function ImportChoice({ preview: { chats, ...left }, onTake }: ImportChoiceProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(chats.filter(({ state }) => state !== "same").map(({ id }) => id)),
  );
  const messages = chats.reduce((sum, chat) => sum + chat.messages, 0);
  const isAll = chosen.size === chats.length;
  return (
    <>
      <div className={`${dialogStyles.body} stack`}>
        <p role="status">{text("transfer.found", { chats: chats.length, messages })}</p>
        {chats.length === 0 ? null : (
          <div className="row">
            <CheckBox
              label={text("transfer.all")}
              isOn={isAll}
              onCheck={(isOn) => setChosen(new Set(isOn ? chats.map(({ id }) => id) : []))}
            />
            <span>{text("transfer.all")}</span>
          </div>
        )}
        <ul className={`${styles.list} stack tight`} aria-label={text("transfer.chats")}>
          {chats.slice(0, mostShown).map((chat) => (
            <ChatLine
              key={chat.id}
              chat={chat}
              isChosen={chosen.has(chat.id)}
              onChoose={(isOn) => setChosen(withOrWithout(chosen, chat.id, isOn))}
            />
          ))}
        </ul>
        {chats.length <= mostShown ? null : (
          <p className="meta small">{text("transfer.moreChats", { count: chats.length - mostShown })}</p>
        )}
        <LeftOutList {...left} />
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="primary" disabled={chosen.size === 0} onClick={() => onTake([...chosen])}>
          {text("transfer.take", { count: chosen.size })}
        </Button>
      </div>
    </>
  );
}

function withOrWithout(chosen: ReadonlySet<string>, id: string, isOn: boolean): ReadonlySet<string> {
  return new Set(isOn ? [...chosen, id] : [...chosen].filter((one) => one !== id));
}

interface ChatLineProps {
  readonly chat: ImportRow;
  readonly isChosen: boolean;
  readonly onChoose: (isOn: boolean) => void;
}

function ChatLine({ chat: { title, messages, updatedAt, state }, isChosen, onChoose }: ChatLineProps) {
  const shown = chatTitle(title);
  return (
    <li className="row">
      <CheckBox label={text("transfer.takeOne", { title: shown })} isOn={isChosen} onCheck={onChoose} />
      <span className="grow cut" dir="auto">
        {shown}
      </span>
      <span className="meta small">{text("transfer.messages", { count: messages })}</span>
      <span className="meta small">{new Date(updatedAt).toLocaleDateString()}</span>
      <span className="chip">{text(states[state])}</span>
    </li>
  );
}
