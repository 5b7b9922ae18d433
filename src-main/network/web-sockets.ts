import type { LookupFunction, Socket } from "node:net";
import type { WebSockets } from "./web-connection.ts";

/** The system's own lookup and sockets. */
export const systemSockets: WebSockets = {
  async resolve(name) {
    const { lookup } = process.getBuiltinModule("node:dns").promises;
    return (await lookup(name, { all: true, order: "verbatim" })).map(({ address }) => address);
  },
  connect(addresses, port, signal) {
    const { connect, isIP } = process.getBuiltinModule("node:net");
    const known = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = known;
    // Asked in the place of a lookup, so that the system tries one after the other of the addresses that were checked.
    const lookup: LookupFunction = (_name, { all }, done) => {
      if (all === true) done(null, known);
      else done(null, first?.address ?? "", first?.family);
    };
    return new Promise<Socket>((resolve, reject) => {
      const socket = connect({ host: "checked.invalid", port, lookup, autoSelectFamily: true });
      const stop = (): void => {
        socket.destroy();
        reject(signal.reason);
      };
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop, { once: true });
      // Stays: an error that nobody listens to would end the process.
      socket.on("error", reject);
      socket.once("connect", () => {
        signal.removeEventListener("abort", stop);
        resolve(socket);
      });
    });
  },
};
