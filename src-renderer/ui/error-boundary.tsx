import { Component, type ReactNode } from "react";
import { Button } from "./button.tsx";
import noteStyles from "./note.module.css";
import { text } from "./text.ts";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What stood there, as it came: shown on demand. Without it only a new try is offered. */
  readonly source?: string;
  /** Another value means other content: it is drawn again. */
  readonly resetKey?: string;
}

interface ErrorBoundaryState {
  readonly isBroken: boolean;
  readonly isPlain: boolean;
  readonly resetKey: string | undefined;
}

/** Keeps what cannot be drawn from taking the rest of the window with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { isBroken: false, isPlain: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    if (props.resetKey === state.resetKey) return null;
    return { isBroken: false, isPlain: false, resetKey: props.resetKey };
  }

  override componentDidCatch(cause: unknown): void {
    console.error("a part of the window could not be drawn", cause);
  }

  override render(): ReactNode {
    const { children, source } = this.props;
    const { isBroken, isPlain } = this.state;
    if (!isBroken) return children;
    if (isPlain) return <p className="typed">{source}</p>;
    return (
      <div className={noteStyles.failed} role="alert">
        <span className="grow">{text("undrawn.words")}</span>
        {source === undefined ? (
          <Button size="small" onClick={() => this.setState({ isBroken: false })}>
            {text("action.again")}
          </Button>
        ) : (
          <Button size="small" onClick={() => this.setState({ isPlain: true })}>
            {text("undrawn.plain")}
          </Button>
        )}
      </div>
    );
  }
}
