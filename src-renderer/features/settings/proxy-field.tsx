import { useEffect, useState } from "react";
import { useWindow } from "../../state/context.ts";
import { KeptInput } from "../../ui/kept-input.tsx";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { Field } from "./field.tsx";

type Choice = "environment" | "none" | "own";

const choices: readonly (readonly [Choice, TextKey])[] = [
  ["environment", "settings.proxyEnvironment"],
  ["none", "settings.proxyNone"],
  ["own", "settings.proxyOwn"],
];

interface ProxyFieldProps {
  /** As the settings have it. */
  readonly proxy: string | null;
  readonly onKeep: (proxy: string | null) => unknown;
}

function choiceOf(proxy: string | null): Choice {
  if (proxy === null || proxy.trim() === "") return "environment";
  return /^(none|direct)$/i.test(proxy.trim()) ? "none" : "own";
}

/** Whose proxy is used, and in the agent's words which that is. */
export function ProxyField({ proxy, onKeep }: ProxyFieldProps) {
  const words = useProxyWords(proxy);
  /** An own address was chosen, and none is typed yet. */
  const [isTyping, setTyping] = useState(false);
  const kept = choiceOf(proxy);
  const choice = isTyping ? "own" : kept;
  const choose = (next: Choice): void => {
    setTyping(next === "own" && kept !== "own");
    if (next !== "own") onKeep(next === "none" ? "none" : null);
  };
  const keep = (address: string): void => {
    setTyping(false);
    onKeep(address === "" ? null : address);
  };
  return (
    <>
      <Field label={text("settings.proxy")} hint={words}>
        <Segments label={text("settings.proxy")} value={choice} choices={choices} onChoose={choose} />
      </Field>
      {choice === "own" ? (
        <Field label={text("settings.proxyAddress")} hint={text("settings.proxyHint")}>
          <KeptInput
            label={text("settings.proxyAddress")}
            value={kept === "own" ? (proxy ?? "") : ""}
            placeholder="http://proxy.example:3128"
            onKeep={keep}
          />
        </Field>
      ) : null}
    </>
  );
}

/** What the agent says of the proxy that is in force; "" until it has answered for this setting. */
function useProxyWords(proxy: string | null): string {
  const { client } = useWindow();
  const [told, setTold] = useState<{ readonly of: string | null; readonly words: string }>({ of: null, words: "" });
  useEffect(() => {
    let isOld = false;
    void client.request("system.proxy", {}).then((found) => {
      if (!found.ok || isOld) return;
      const words = [found.value.message, found.value.nextStep ?? ""].join(" ").trim();
      setTold({ of: proxy, words: words.charAt(0).toUpperCase() + words.slice(1) });
    });
    return () => {
      isOld = true;
    };
  }, [client, proxy]);
  return told.of === proxy ? told.words : "";
}
