/* Loaded before the script of a utility process: the port to the app in place of Node's channel, which Electron has not there. */

const { send } = process;
Object.defineProperty(process, "send", { value: undefined });
Object.defineProperty(process, "parentPort", {
  value: {
    on: (_event: "message", listener: (event: { readonly data: unknown }) => void) =>
      process.on("message", (message) => listener({ data: message })),
    postMessage: (message: unknown) => void (send !== undefined && Reflect.apply(send, process, [message])),
  },
});
// The app is gone: Electron ends such a process there and then.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
