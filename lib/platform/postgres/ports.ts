import { once } from "node:events";
import { createServer } from "node:net";

// Below the range for outgoing connections, which could otherwise take the port before it is used.
const FIRST = 20_000;
const LAST = 32_000;

/** A TCP port that nothing listens on. It is random, so that concurrent callers are unlikely to get the same one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
}

/** Returns whether a server can listen on this TCP port now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
