import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./button.tsx";
import { text } from "./text.ts";

const copiedMs = 1500;

export function CopyButton({ source }: { readonly source: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(source);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <IconButton size="small" label={text(copied ? "action.copied" : "action.copy")} onClick={() => void copy()}>
      {copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
    </IconButton>
  );
}
