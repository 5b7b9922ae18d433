import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { createAgentClient } from "./client/agent-client.ts";
import { connectToAgent } from "./client/connect.ts";
import { WindowContext } from "./state/context.ts";
import { createWindowState } from "./state/window-state.ts";
import "./theme/index.css";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root");
const state = createWindowState(createAgentClient(connectToAgent));
createRoot(root).render(
  <StrictMode>
    <WindowContext value={state}>
      <App />
    </WindowContext>
  </StrictMode>,
);
