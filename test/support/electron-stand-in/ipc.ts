import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";
import { exposeInPage } from "./page-bridge.ts";

export interface SenderFrame {
  readonly url: string;
}
export interface Sender {
  readonly mainFrame: SenderFrame;
}
interface InvokeEvent {
  readonly sender: Sender;
  readonly senderFrame: SenderFrame;
}
type Handler = (event: InvokeEvent, ...args: readonly unknown[]) => unknown;
type Method = (...args: readonly unknown[]) => unknown;

const handlers = new Map<string, Handler>();
const calling = new AsyncLocalStorage<InvokeEvent>();
/** What each page listens to. */
const listeners = new WeakMap<Sender, EventEmitter>();
let exposed: { readonly name: string; readonly methods: ReadonlyMap<string, Method> } | null = null;

export const ipcMain = {
  handle: (channel: string, handler: Handler): void => void handlers.set(channel, handler),
  // The one of electron-store, which pages of ours never ask for.
  on: (): void => undefined,
};

export function channels(): readonly string[] {
  return [...handlers.keys()];
}

function listenersOf(sender: Sender): EventEmitter {
  const known = listeners.get(sender) ?? new EventEmitter();
  listeners.set(sender, known);
  return known;
}

function caller(): Sender {
  const event = calling.getStore();
  if (event === undefined) throw new Error("no page is calling");
  return event.sender;
}

/** As the preload script sees it; what crosses is cloned, and the frame that called goes with it. */
export const ipcRenderer = {
  async invoke(channel: string, ...args: readonly unknown[]): Promise<unknown> {
    const event = calling.getStore();
    const handler = handlers.get(channel);
    if (event === undefined || handler === undefined) throw new Error(`nobody handles ${channel}`);
    return structuredClone(await handler(event, ...structuredClone(args)));
  },
  on: (channel: string, listener: Method): void => void listenersOf(caller()).on(channel, listener),
  removeAllListeners: (channel: string): void => void listenersOf(caller()).removeAllListeners(channel),
};

export const contextBridge = {
  exposeInMainWorld(name: string, methods: Readonly<Record<string, Method>>): void {
    exposed = { name, methods: new Map(Object.entries(methods)) };
  },
};

export function sendToPage(sender: Sender, channel: string, value: unknown): void {
  listenersOf(sender).emit(channel, {}, structuredClone(value));
}

/** Runs the preload bundle and carries what it exposes into every frame of the page. */
export async function carryPreload(page: Page, preload: string, eventOf: (frame: Frame) => InvokeEvent): Promise<void> {
  createRequire(import.meta.url)(preload);
  if (exposed === null) throw new Error("the preload script exposed nothing");
  const { name, methods } = exposed;
  await page.exposeBinding("standInCall", async ({ frame }, method: string, args: readonly unknown[]) => {
    const run = methods.get(method);
    if (run === undefined) throw new Error(`${method} is not exposed`);
    return calling.run(eventOf(frame), () => run(...args.map((value) => listenerOr(value, frame))));
  });
  await page.addInitScript(exposeInPage, [name, [...methods.keys()]] as const);
}

function listenerOr(value: unknown, frame: Frame): unknown {
  if (typeof value !== "object" || value === null || !("standInListener" in value)) return value;
  const id = String(value.standInListener);
  // In order, one after the other; a page that is gone hears nothing.
  let last: Promise<unknown> = Promise.resolve();
  return (...args: readonly unknown[]): void => {
    last = last.then(() => frame.evaluate(callListener, [id, args] as const)).catch(() => undefined);
  };
}

function callListener([id, args]: readonly [string, readonly unknown[]]): void {
  globalThis.standInListeners[id]?.(...args);
}
