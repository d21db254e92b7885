import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface StoppingProxy {
  url: string;
  /** From now on, open connections stay open but forward nothing. New ones are forwarded. */
  stopForwarding(): void;
  close(): void;
}

/** A TCP proxy in front of a database that acts like a firewall that forgets connections: no side is notified. */
export async function startStoppingProxy(databaseUrl: string): Promise<StoppingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => to.write(bytes));
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    stopForwarding() {
      // Data is still read from the network, so that senders do not block.
      for (const socket of sockets) socket.removeAllListeners("data").resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
