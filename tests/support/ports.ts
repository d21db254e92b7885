import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isFree } from "@/lib/platform/postgres/cluster";

// Below the range of the embedded Postgres: see lib/platform/postgres/cluster.ts.
const FIRST = 10_000;
const LAST = 20_000;

/**
 * A TCP port that nothing listens on and that no other test gets. A server takes seconds to start listening. Meanwhile,
 * and until this process ends, a UDP socket with the same number reserves the port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

async function reserve(port: number): Promise<boolean> {
  const socket = createSocket("udp4");
  try {
    await once(socket.bind({ port, address: "127.0.0.1", exclusive: true }), "listening");
  } catch {
    return false;
  }
  socket.unref();
  return true;
}
