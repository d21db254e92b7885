import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What a service and its database have sent to each other. */
export interface Traffic {
  /** number opened by the service */
  connections: number;
  /**
   * number sent: each ends with `Sync` in the extended protocol, or is a `Query` of the simple one. Who acts is part of
   * the first statement of a transaction.
   */
  statements: number;
  /** chunks that arrived from the service, about one for each of its writes */
  writes: number;
  /** chunks that arrived from the database */
  reads: number;
  bytesSent: number;
  bytesReceived: number;
}

export interface CountingProxy {
  /** the database's address through the proxy */
  url: string;
  /** Returns a copy of the numbers since the start. */
  traffic(): Traffic;
  close(): void;
}

const QUERY = 0x51;
const SYNC = 0x53;

/** A TCP proxy in front of a Postgres that counts the statements it forwards (postgresql.org/docs, "Message Formats"). */
export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  const traffic: Traffic = { connections: 0, statements: 0, writes: 0, reads: 0, bytesSent: 0, bytesReceived: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    traffic.connections++;
    const upstream = connect(Number(target.port), target.hostname);
    const count = messageCounter((type) => {
      if (type === QUERY || type === SYNC) traffic.statements++;
    });
    client.on("data", (bytes) => {
      traffic.writes++;
      traffic.bytesSent += bytes.length;
      count(bytes);
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      traffic.reads++;
      traffic.bytesReceived += bytes.length;
      client.write(bytes);
    });
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
    traffic: () => ({ ...traffic }),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Calls `found` with the type of each message of a client. The first message of a connection has no type. */
function messageCounter(found: (type: number) => void): (bytes: Buffer) => void {
  let isFirst = true;
  /** bytes of the current message that are still to come */
  let left = 0;
  let head = Buffer.alloc(0);
  return (bytes) => {
    let at = 0;
    while (at < bytes.length) {
      if (left > 0) {
        const skipped = Math.min(left, bytes.length - at);
        left -= skipped;
        at += skipped;
        continue;
      }
      const headLength = isFirst ? 4 : 5;
      const part = bytes.subarray(at, at + headLength - head.length);
      head = Buffer.concat([head, part]);
      at += part.length;
      if (head.length < headLength) return;
      // The length includes itself, but not the type.
      left = head.readInt32BE(headLength - 4) - 4;
      if (!isFirst) found(head[0] as number);
      isFirst = false;
      head = Buffer.alloc(0);
    }
  };
}
