import { useState } from "react";
import { usePick, useWindow } from "../../../state/context.ts";
import { Button } from "../../../ui/button.tsx";
import { text } from "../../../ui/text.ts";
import { TextField } from "../../../ui/text-field.tsx";

/** Where the browser is on another computer: the address at which it ended, by hand. */
export function SignInReturn({ name }: { readonly name: string }) {
  const { mcpServers } = useWindow();
  const busy = usePick(mcpServers.store, (state) => state.busy[name]);
  const [address, setAddress] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        void mcpServers.finishSignIn(name, address).then(setProblem);
      }}
    >
      <p className="meta small">{text("mcpServer.signInElsewhereWords")}</p>
      <TextField
        label={text("mcpServer.signInReturn")}
        placeholder="http://127.0.0.1:…/callback?code=…"
        value={address}
        problem={problem}
        onChange={setAddress}
      />
      <div className="row">
        <Button size="small" type="submit" disabled={address.trim() === ""} isBusy={busy === "sign-in"}>
          {text("mcpServer.signInDo")}
        </Button>
      </div>
    </form>
  );
}
