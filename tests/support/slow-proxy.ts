import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 100;

export interface SlowProxy {
  url: string;
  /** From now on, it passes on this many bytes a second on each connection. */
  slowDown(bytesPerSecond: number): void;
  close(): void;
}

/** A TCP proxy in front of a database that takes everything at once and passes it on slowly. Answers are not delayed. */
export async function startSlowProxy(databaseUrl: string): Promise<SlowProxy> {
  let bytesPerSecond = Number.POSITIVE_INFINITY;
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let waiting = Buffer.alloc(0);
    let isPassing = false;
    const pass = async () => {
      isPassing = true;
      while (waiting.length > 0) {
        const most = (bytesPerSecond * EVERY_MS) / 1_000;
        upstream.write(waiting.subarray(0, most));
        waiting = waiting.subarray(most);
        if (waiting.length > 0) await sleep(EVERY_MS, undefined, { ref: false });
      }
      isPassing = false;
    };
    client.on("data", (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      if (!isPassing) void pass();
    });
    upstream.on("data", (bytes) => client.write(bytes));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    slowDown(most) {
      bytesPerSecond = most;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
