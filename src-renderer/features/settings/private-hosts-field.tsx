import { useState } from "react";
import { useWindow } from "../../state/context.ts";
import { KeptLines } from "../../ui/kept-input.tsx";
import { text } from "../../ui/text.ts";
import { Field } from "./field.tsx";
import { readTypedHosts } from "./private-hosts.ts";

/** Hosts that are not of the public internet and may be read all the same: a NAS, a router, a server that is being written. */
export function PrivateHostsField({ hosts }: { readonly hosts: readonly string[] }) {
  const { agent } = useWindow();
  const [problem, setProblem] = useState<string | null>(null);
  const keep = async (lines: string): Promise<void> => {
    const read = readTypedHosts(lines);
    setProblem(
      read.kind === "wrong"
        ? text("settings.privateHostsWrong", { word: read.word })
        : await agent.update({ tools: { web: { allowPrivateHosts: [...read.hosts] } } }),
    );
  };
  return (
    <Field label={text("settings.privateHosts")} hint={text("settings.privateHostsHint")}>
      <KeptLines
        label={text("settings.privateHosts")}
        value={hosts.join("\n")}
        placeholder="nas.local"
        problem={problem}
        onKeep={(lines) => void keep(lines)}
        onBack={() => setProblem(null)}
      />
    </Field>
  );
}
