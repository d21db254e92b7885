import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { Server as SocketServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "@/lib/contract/errors";
import { vitals } from "@/lib/platform/vitals";
import type { VisitConnections } from "./visit-connections";

/** How long requests that are under way may take when the process stops. */
const FINISH_WITHIN = 5_000;

/** A connection that is silent for this long has no request on the way. */
const SILENT_FOR = 250;

/** Answers while the port is taken but the service is not ready. */
export const refuseForNow: RequestListener = (_request, response) => {
  response.writeHead(503, { "Retry-After": "1" }).end();
};

/** @throws StartError when the port cannot be listened on */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    const taken = error.code === "EADDRINUSE" ? "it is in use by another program" : error.message;
    const wrong = ["EADDRINUSE", "EACCES"].includes(error.code ?? "") ? "PORT" : "HOST";
    throw new StartError(`Port ${port} on ${host} cannot be listened on: ${taken}. Set ${wrong} to another one.`);
  });
}

/** Who looks for readiness asks again within this. */
const ASKS_WITHIN = 15_000;
const LOOKS_FOR = 3_000;

/**
 * From now on an answer is the last one of its connection, and says so. Resolves when a balancer has had time to see
 * that requests should go elsewhere, at once where none has been looking: until then they are answered.
 */
export async function turnAway(server: Server, visits: VisitConnections): Promise<void> {
  visits.stop();
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const { askedReadyAt } = vitals();
  if (askedReadyAt !== undefined && performance.now() - askedReadyAt < ASKS_WITHIN) await sleep(LOOKS_FOR);
}

/** Takes no new connections, and resolves when the requests under way are answered, or cut off after 5 s. */
export async function closeServer(server: Server, visits: VisitConnections): Promise<void> {
  const closed = once(server, "close");
  // An HTTP server's own `close` also cuts connections on which a request has arrived that it has not read yet.
  SocketServer.prototype.close.call(server);
  const deadline = Date.now() + FINISH_WITHIN;
  let open = true;
  closed.then(() => {
    open = false;
  });
  // A connection that was busy when the server closed is idle once its request is answered, and stays open otherwise.
  while (open && Date.now() < deadline) {
    await Promise.race([closed, sleep(SILENT_FOR)]);
    server.closeIdleConnections();
    visits.closeIdle();
  }
  server.closeAllConnections();
  visits.closeAll();
  await closed;
}
