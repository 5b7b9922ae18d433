import "../theme/index.css";
import "../ui/later-words.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createAgentClient } from "../client/agent-client.ts";
import { connectToAgent } from "../client/connect.ts";
import { createPreferences } from "../state/preferences.ts";
import { keepPage } from "../ui/keep-page.ts";
import { createQuickAsk } from "./quick-ask.ts";
import { QuickView } from "./quick-view.tsx";

/* The page of Quick ask: one question and its answer, without the rest of the window. */

keepPage();
// The window's theme.
createPreferences();
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root");
const client = createAgentClient(connectToAgent, {
  get areDrawn() {
    return !document.hidden;
  },
  next: (run) => void requestAnimationFrame(run),
});
const quick = createQuickAsk(client);
// The desktop counts up how often it was opened.
window.addEventListener("hashchange", () => void quick.begin());
createRoot(root).render(
  <StrictMode>
    <QuickView quick={quick} />
  </StrictMode>,
);
