import "./theme/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { createAgentClient, type Frames } from "./client/agent-client.ts";
import { connectToAgent } from "./client/connect.ts";
import { fetchPages } from "./fetch-pages.ts";
import { places } from "./places.tsx";
import { WindowContext } from "./state/context.ts";
import { createWindowState } from "./state/create-window-state.ts";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { followFrame } from "./ui/frame.ts";
import { keepPage } from "./ui/keep-page.ts";

keepPage();
followFrame();
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root");
const frames: Frames = {
  get areDrawn() {
    return !document.hidden;
  },
  next: (run) => void requestAnimationFrame(run),
};
const state = createWindowState(createAgentClient(connectToAgent, frames), places);
fetchPages(state, places);
createRoot(root).render(
  <StrictMode>
    <WindowContext value={state}>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </WindowContext>
  </StrictMode>,
);
