import type { McpServerRow } from "../../../../src-preload/contract/mcp.ts";
import type { McpSignIn } from "../../../../src-preload/contract/mcp-sign-in.ts";
import { type TextKey, text } from "../../../ui/text.ts";

interface CardWords {
  readonly title: string;
  readonly words: string;
}

/** How it stands with signing in to a server, while no page waits. */
export function signInWords({ target }: McpServerRow, signIn: McpSignIn): CardWords {
  const { state, as, at, rights, reason, isOffered, isByItself } = signIn;
  const host = target.kind === "address" && URL.canParse(target.url) ? new URL(target.url).host : "";
  if (state === "denied") return { title: text("mcpServer.signInDenied"), words: reason ?? "" };
  if (isByItself) return { title: text("mcpServer.signInByItself"), words: text("mcpServer.signInByItselfWords") };
  if (rights !== null) {
    return { title: text("mcpServer.signInRights", { host }), words: text("mcpServer.signInRightsWords", { rights }) };
  }
  if (state === "signed-in") {
    const title = as === null ? text("mcpServer.signedIn", { host: at ?? host }) : text("mcpServer.signedInAs", { as });
    const words = as === null ? "mcpServer.signedInWords" : "mcpServer.signedInAt";
    return { title, words: text(words, { host: at ?? host }) };
  }
  if (state === "expired") {
    const words = as === null ? text("mcpServer.signInExpiredWords") : text("mcpServer.signInExpiredAs", { as });
    return { title: text("mcpServer.signInExpired"), words };
  }
  if (!isOffered) {
    return { title: text("mcpServer.signInMaybe", { host }), words: text("mcpServer.signInMaybeWords") };
  }
  return { title: text("mcpServer.signInWanted", { host }), words: text("mcpServer.signInWantedWords") };
}

export function buttonWords({ state, rights }: McpSignIn): TextKey {
  if (state === "signed-in") return "mcpServer.signOut";
  if (rights !== null) return "mcpServer.signInAllow";
  return state === "needed" ? "mcpServer.signInDo" : "mcpServer.signInAgain";
}
