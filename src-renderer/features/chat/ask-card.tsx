import { Globe, MessageCircleQuestion } from "lucide-react";
import { useId, useState } from "react";
import { initialValues, problemOf, type Values } from "../../../src-preload/contract/mcp-ask-values.ts";
import type { McpAsk, McpField } from "../../../src-preload/contract/mcp-asks.ts";
import { ownValue } from "../../../src-preload/contract/own-value.ts";
import { revealLine, revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { createAskActs } from "../../state/ask-acts.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { focusWrongField } from "../../ui/form-focus.ts";
import { text } from "../../ui/text.ts";
import cardStyles from "./approval-card.module.css";
import styles from "./ask-card.module.css";
import { AskField } from "./ask-field.tsx";

/** What a server asks for in the middle of a call: who asks, in its own words, and how to answer. */
export function AskCard({ ask }: { readonly ask: McpAsk }) {
  const heading = useId();
  const { server, message, asked, parent } = ask;
  const Icon = asked.kind === "address" ? Globe : MessageCircleQuestion;
  return (
    <div className={`${cardStyles.approval} ${styles.card}`} role="group" aria-labelledby={heading}>
      <div className={styles.head}>
        <Icon className="icon tone-needs" aria-hidden="true" />
        <h2 id={heading}>{text(`ask.title.${asked.kind}`, { server: revealLine(server) })}</h2>
      </div>
      {parent === null ? null : <p className="small meta">{text("ask.subagent")}</p>}
      {message === "" ? null : (
        <p className={styles.message} dir="auto">
          {revealWords(message)}
        </p>
      )}
      <p className="small meta">{text("ask.notChecked")}</p>
      {asked.kind === "form" ? (
        <FormPart ask={ask} fields={asked.fields} />
      ) : (
        <AddressPart ask={ask} url={asked.url} host={asked.host} />
      )}
    </div>
  );
}

interface FormPartProps {
  readonly ask: McpAsk;
  readonly fields: readonly McpField[];
}

function FormPart({ ask, fields }: FormPartProps) {
  const { asks } = useWindow();
  const { id } = ask;
  const [isTried, setTried] = useState(false);
  const kept = usePick(asks.store, ({ typed }) => ownValue(typed, id) ?? null);
  const refused = usePick(asks.store, (state) => ownValue(state.refused, id) ?? null);
  const values = kept ?? initialValues(fields);
  const wordsFor = (field: McpField): string | null => {
    if (refused?.field === field.name) return refused.words;
    const problem = isTried ? problemOf(field, ownValue(values, field.name)) : null;
    return problem === null ? null : text(`ask.wrong.${problem.code}`, { limit: problem.limit });
  };
  const send = (form: HTMLFormElement): void => {
    setTried(true);
    if (fields.every((field) => problemOf(field, ownValue(values, field.name)) === null)) {
      void createAskActs(asks).answer(id, "accept", values);
    } else focusWrongField(form);
  };
  const change = (field: McpField, value: Values[string] | null): void => {
    const { [field.name]: _, ...others } = values;
    createAskActs(asks).type(id, value === null ? others : { ...others, [field.name]: value });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
    >
      {fields.length === 0 ? null : (
        <div className={styles.fields}>
          {fields.map((field) => (
            <AskField
              key={field.name}
              field={field}
              value={ownValue(values, field.name) ?? null}
              problem={wordsFor(field)}
              onChange={(value) => change(field, value)}
            />
          ))}
        </div>
      )}
      <Acts id={id} submit={text(fields.length === 0 ? "ask.agree" : "ask.send")} />
    </form>
  );
}

interface AddressPartProps {
  readonly ask: McpAsk;
  readonly url: string;
  readonly host: string;
}

/** The page is opened before the server is told: it may wait for what is done there. */
function AddressPart({ ask: { id }, url, host }: AddressPartProps) {
  const { asks, system } = useWindow();
  return (
    <>
      <dl className={styles.address}>
        <dt className="small meta">{text("ask.host")}</dt>
        <dd className="mono medium">{host}</dd>
        <dt className="small meta">{text("ask.address")}</dt>
        <dd className="mono">
          {url} <CopyButton source={url} />
        </dd>
      </dl>
      <Acts
        id={id}
        submit={text("ask.open")}
        onPress={async () => {
          await system.open(url);
          await createAskActs(asks).answer(id, "accept");
        }}
      />
    </>
  );
}

interface ActsProps {
  readonly id: string;
  readonly submit: string;
  /** Left out: the button hands the form in. */
  readonly onPress?: () => Promise<void>;
}

function Acts({ id, submit, onPress }: ActsProps) {
  const { asks } = useWindow();
  const isAnswered = usePick(asks.store, ({ answered }) => answered.includes(id));
  return (
    <div className={styles.acts}>
      <Button
        kind="primary"
        disabled={isAnswered}
        {...(onPress === undefined ? { type: "submit" } : { onClick: () => void onPress() })}
      >
        {submit}
      </Button>
      <Button disabled={isAnswered} onClick={() => void createAskActs(asks).answer(id, "decline")}>
        {text("ask.decline")}
      </Button>
      <Button
        kind="ghost"
        disabled={isAnswered}
        data-tip={text("ask.cancelTip")}
        onClick={() => void createAskActs(asks).answer(id, "cancel")}
      >
        {text("ask.cancel")}
      </Button>
    </div>
  );
}
