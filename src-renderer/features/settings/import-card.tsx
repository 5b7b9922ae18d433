import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import { Card } from "./card.tsx";
import { Field } from "./field.tsx";

/** Chats of other assistants, and of another Perch. */
export function ImportCard() {
  const { overlay } = useWindow();
  return (
    <Card title={text("transfer.data")}>
      <Field label={text("transfer.import")} hint={text("transfer.importHint")}>
        <Button onClick={() => overlay.open({ kind: "import" })}>{text("transfer.choose")}</Button>
      </Field>
    </Card>
  );
}
