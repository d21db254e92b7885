import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "@/lib/errors";

/** How long requests that are under way may take when the process stops. */
const FINISH_WITHIN = 5_000;

/** Answers while the port is taken but the service is not ready. */
export const refuseForNow: RequestListener = (_request, response) => {
  response.writeHead(503, { "Retry-After": "1" }).end();
};

/** @throws StartError when the port cannot be listened on */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    const taken = error.code === "EADDRINUSE" ? "it is in use by another program" : error.message;
    throw new StartError(`Port ${port} on ${host} cannot be listened on: ${taken}. Set PORT to another one.`);
  });
}

/** Takes no new connections, and resolves when the requests under way are answered, or cut off after 5 s. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  const deadline = Date.now() + FINISH_WITHIN;
  let open = true;
  closed.then(() => {
    open = false;
  });
  // A connection that was busy when the server closed is idle once its request is answered, and stays open otherwise.
  while (open && Date.now() < deadline) {
    server.closeIdleConnections();
    await Promise.race([closed, sleep(50)]);
  }
  server.closeAllConnections();
  await closed;
}
