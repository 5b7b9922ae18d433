import { createStore } from "zustand/vanilla";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { Result } from "../../src-preload/contract/result.ts";

/** Something that happened and is told once, at the edge of the window. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "failed";
  /** What can be done about it. */
  readonly act?: NoticeAct;
}

export interface NoticeAct {
  readonly label: string;
  readonly run: () => void;
}

export type Notify = (text: string, tone?: Notice["tone"], act?: NoticeAct) => void;

/** Tells why something was not done; whether it was. */
export function isDone<Value>(
  result: Result<Value, ContractError>,
  notify: Notify,
): result is { readonly ok: true; readonly value: Value } {
  if (!result.ok) notify(result.error.message, "failed");
  return result.ok;
}

/** How long one is shown. */
export const noticeMs = 6000;
/** And one that offers an act. */
export const actMs = 12_000;

/** Each goes after some seconds; a failure sooner, where the person leaves the place that it is about. */
export function createNotices() {
  const store = createStore<{ readonly notices: readonly Notice[] }>(() => ({ notices: [] }));
  let next = 1;

  const keep = (isKept: (notice: Notice) => boolean): void =>
    store.setState({ notices: store.getState().notices.filter(isKept) });

  return {
    store,
    notify(text: string, tone: Notice["tone"] = "plain", act?: NoticeAct): void {
      const id = next;
      next += 1;
      store.setState({
        notices: [...store.getState().notices, { id, text, tone, ...(act === undefined ? {} : { act }) }],
      });
      setTimeout(() => keep((notice) => notice.id !== id), act === undefined ? noticeMs : actMs);
    },
    dismiss: (id: number): void => keep((notice) => notice.id !== id),
    leavePlace: (): void => keep(({ tone }) => tone !== "failed"),
  };
}
