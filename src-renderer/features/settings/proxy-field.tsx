import { useState } from "react";
import { readProxyAddress } from "../../../src-preload/contract/proxy-address.ts";
import { usePick, useWindow } from "../../state/context.ts";
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

/** What stands for another value is read by the agent, which says what is wrong with it. */
function isProxy(address: string): boolean {
  return /^secret:|\$\{/.test(address) || readProxyAddress(address) instanceof URL;
}

/** Whose proxy is used, and in the agent's words which that is. */
export function ProxyField({ proxy, onKeep }: ProxyFieldProps) {
  const words = usePick(useWindow().system.store, ({ proxyWords }) => proxyWords);
  /** An own address was chosen, and none is typed yet. */
  const [isTyping, setTyping] = useState(false);
  const [isBad, setBad] = useState(false);
  const kept = choiceOf(proxy);
  const choice = isTyping ? "own" : kept;
  const choose = (next: Choice): void => {
    setTyping(next === "own" && kept !== "own");
    setBad(false);
    if (next !== "own") onKeep(next === "none" ? "none" : null);
  };
  const keep = (address: string): void => {
    setBad(address !== "" && !isProxy(address));
    if (address !== "" && !isProxy(address)) return;
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
            problem={isBad ? text("settings.badProxy") : null}
            onKeep={keep}
            onBack={() => setBad(false)}
          />
        </Field>
      ) : null}
    </>
  );
}
