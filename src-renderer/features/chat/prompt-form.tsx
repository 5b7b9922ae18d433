import { useState } from "react";
import type { McpPrompt, McpPromptArgument } from "../../../src-preload/contract/mcp-offers.ts";
import { writePromptCall } from "../../../src-preload/contract/prompt-call.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { Overlay } from "../../state/overlay.ts";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { FormFoot } from "../../ui/form-foot.tsx";
import { Modal } from "../../ui/modal.tsx";
import { text } from "../../ui/text.ts";
import { TextArea } from "../../ui/text-area.tsx";

type Asked = Extract<Overlay, { kind: "prompt" }>;

/** What a prompt of a server wants to know, before it is sent. */
export function PromptForm() {
  const { overlay } = useWindow();
  const asked = usePick(overlay.store, (now) => (now.kind === "prompt" ? now : null));
  if (asked === null) return null;
  const { title, name } = asked.prompt;
  return (
    <Modal isOpen onClose={overlay.close} className={dialogStyles.isSmall}>
      <DialogHead title={revealLine(title === "" ? name : title)} onClose={overlay.close} />
      <Fields asked={asked} />
    </Modal>
  );
}

function Fields({ asked: { prompt, sessionKey } }: { readonly asked: Asked }) {
  const { overlay, composer } = useWindow();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isTried, setTried] = useState(false);
  const missing = prompt.arguments.filter(({ name, isRequired }) => isRequired && (values[name] ?? "").trim() === "");
  const send = (): void => {
    setTried(true);
    if (missing.length > 0) return;
    overlay.close();
    void composer.sendPrompt(sessionKey, callOf(prompt, values));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={`${dialogStyles.body} stack`}>
        <p className="dim">{text("named.promptOf", { server: prompt.server })}</p>
        {prompt.description === "" ? null : <p dir="auto">{revealLine(prompt.description)}</p>}
        {prompt.arguments.map((one) => (
          <Field
            key={one.name}
            argument={one}
            value={values[one.name] ?? ""}
            problem={isTried && missing.includes(one) ? text("named.isMissing") : null}
            onChange={(value) => setValues((before) => ({ ...before, [one.name]: value }))}
          />
        ))}
      </div>
      <FormFoot submit={text("composer.send")} isOff={false} onCancel={overlay.close} />
    </form>
  );
}

interface FieldProps {
  readonly argument: McpPromptArgument;
  readonly value: string;
  readonly problem: string | null;
  readonly onChange: (value: string) => void;
}

function Field({ argument: { name, description, isRequired }, value, problem, onChange }: FieldProps) {
  const shown = revealLine(name);
  const label = isRequired ? text("named.required", { name: shown }) : text("named.optional", { name: shown });
  return (
    <div className="stack tight">
      <span className="small medium" aria-hidden="true">
        {label}
      </span>
      <TextArea label={label} rows={1} value={value} problem={problem} onChange={onChange} />
      {description === "" ? null : (
        <small className="meta" dir="auto">
          {revealLine(description)}
        </small>
      )}
    </div>
  );
}

/** What was left empty is not told. Names that could not be written were not offered. */
function callOf({ server, name, arguments: taken }: McpPrompt, values: Readonly<Record<string, string>>): string {
  const given = taken.flatMap((one) => {
    const value = (values[one.name] ?? "").trim();
    return value === "" ? [] : [[one.name, value] as const];
  });
  return writePromptCall({ server, prompt: name, values: Object.fromEntries(given) }) ?? "";
}
