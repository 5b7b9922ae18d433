import { ExternalLink } from "lucide-react";
import { useRef } from "react";
import type { McpServerRow } from "../../../../src-preload/contract/mcp.ts";
import type { McpSignIn } from "../../../../src-preload/contract/mcp-sign-in.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import { Button } from "../../../ui/button.tsx";
import cardStyles from "../../../ui/card.module.css";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { text } from "../../../ui/text.ts";
import { useFocus } from "../../../ui/use-focus.ts";
import connectionStyles from "../connection.module.css";
import styles from "./sign-in-card.module.css";
import { SignInReturn } from "./sign-in-return.tsx";
import { buttonWords, signInWords } from "./sign-in-words.ts";

interface SignInProps {
  readonly row: McpServerRow;
  readonly signIn: McpSignIn;
}

/** Whether somebody is signed in to a server, and what to press. */
export function SignInCard({ row, signIn }: SignInProps) {
  return (
    <section className={cardStyles.card} aria-label={text("mcpServer.signIn")}>
      <div className={cardStyles.head}>
        <h2 className="grow">{text("mcpServer.signIn")}</h2>
      </div>
      {signIn.state === "signing-in" && signIn.url !== null ? (
        <Waiting row={row} signIn={signIn} url={signIn.url} />
      ) : (
        <Standing row={row} signIn={signIn} />
      )}
    </section>
  );
}

function Standing({ row, signIn }: SignInProps) {
  const { mcpServers, notify } = useWindow();
  const busy = usePick(mcpServers.store, (state) => state.busy[row.name]);
  const { title, words } = signInWords(row, signIn);
  const isIn = signIn.state === "signed-in";
  const press = async (): Promise<void> => {
    // Where this is a page of a browser, that one is meant: its person presses the link.
    const isOpened = window.perch !== undefined;
    const problem = await (isIn ? mcpServers.signOut(row.name) : mcpServers.signIn(row.name, isOpened));
    // Why signing in came to nothing stands on the card.
    if (problem !== null && isIn) notify(problem, "failed");
  };
  return (
    <div className={`${cardStyles.body} ${connectionStyles.cardBody} row ${styles.standing}`}>
      <p className="grow" role={signIn.state === "denied" ? "alert" : undefined}>
        <b className="medium block">{title}</b>
        <span className="dim">{words}</span>
      </p>
      {signIn.isByItself || row.state === "off" ? null : (
        <Button
          size="small"
          kind={isIn || !signIn.isOffered ? "plain" : "primary"}
          isBusy={busy === "sign-in"}
          disabled={busy !== undefined && busy !== "sign-in"}
          onClick={() => void press()}
        >
          {text(buttonWords(signIn))}
        </Button>
      )}
    </div>
  );
}

interface WaitingProps extends SignInProps {
  readonly url: string;
}

/** The page waits in a browser, perhaps on another computer: its address can be pressed, and copied. */
function Waiting({ row, signIn, url }: WaitingProps) {
  const { mcpServers, notify, system } = useWindow();
  const link = useRef<HTMLAnchorElement>(null);
  // The button that began it is gone.
  useFocus(link, { asked: url, atFirst: true });
  const cancel = async (): Promise<void> => {
    const problem = await mcpServers.cancelSignIn(row.name);
    if (problem !== null) notify(problem, "failed");
  };
  return (
    <div className={`${cardStyles.body} ${connectionStyles.cardBody} stack tight`} role="status">
      <p>
        <b className="medium block">{text("mcpServer.signInWaits", { host: signIn.at ?? row.name })}</b>
        <span className="dim">{text("mcpServer.signInWaitsWords")}</span>
      </p>
      <div className={`row ${styles.address}`}>
        <span className={`mono meta ${styles.url}`} dir="ltr">
          <span className="screen-reader">{text("mcpServer.signInAddress")} </span>
          {url}
        </span>
        <CopyButton source={url} />
      </div>
      <div className="row">
        <a
          ref={link}
          className="button small primary"
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          onClick={(event) => {
            // A window of the desktop app opens no other; here the browser of this computer is meant anyway.
            if (window.perch === undefined) return;
            event.preventDefault();
            void system.open(url);
          }}
        >
          <ExternalLink className="icon icon-small" aria-hidden="true" />
          {text("mcpServer.signInOpen")}
        </a>
        <Button size="small" kind="ghost" onClick={() => void cancel()}>
          {text("action.cancel")}
        </Button>
      </div>
      <Disclosure label={text("mcpServer.signInElsewhere")}>
        <SignInReturn name={row.name} />
      </Disclosure>
    </div>
  );
}
