/** What a test asks of the stand-in. Scripts and selectors are texts: they run in the page of the one window. */
export type Order =
  | { readonly kind: "evaluate"; readonly script: string; readonly frame?: "child" }
  | { readonly kind: "wait"; readonly selector: string }
  | { readonly kind: "click"; readonly selector: string }
  | { readonly kind: "fill"; readonly selector: string; readonly text: string }
  | { readonly kind: "press"; readonly selector: string; readonly key: string }
  /** Puts a page of somebody else into the window, as if the guards had failed. */
  | { readonly kind: "force-page"; readonly url: string }
  | {
      readonly kind: "permission";
      readonly name: string;
      /** What of a microphone and a camera. */
      readonly media?: readonly string[];
      /** Of the page that asks; the one that is shown where it is left out. */
      readonly url?: string;
      readonly isMainFrame?: boolean;
    }
  | { readonly kind: "attach-webview" }
  | { readonly kind: "second-instance" }
  | { readonly kind: "facts" }
  | { readonly kind: "quit" };

/** What the app did to the window so far. */
export interface Facts {
  readonly webPreferences: Readonly<Record<string, unknown>>;
  readonly schemes: readonly { readonly scheme: string; readonly privileges: Readonly<Record<string, unknown>> }[];
  readonly channels: readonly string[];
  readonly focused: number;
  readonly deniedWindows: readonly string[];
  readonly stoppedNavigations: readonly string[];
  readonly pages: number;
  readonly url: string;
}

export interface OrderMessage {
  readonly id: number;
  readonly order: Order;
}
export type AnswerMessage =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };
