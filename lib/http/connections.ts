import type { RequestListener, Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { vitals } from "@/lib/platform/vitals";
import type { VisitConnections } from "./visit-connections";

/** How long requests that are under way may take when the process stops, and where nobody waits for its end. */
const FINISH_WITHIN = 5_000;
const FINISH_SUPERSEDED_WITHIN = 30_000;

/** A connection that is silent for this long has no request on the way. */
const SILENT_FOR = 250;
/** A client may send one more request on an open connection within this time. The answer closes the connection. */
const SILENT_SUPERSEDED_FOR = 3_000;
const LOOK_EVERY = 20;

/** Answers while the port is taken but the service is not ready. */
export const refuseForNow: RequestListener = (_request, response) => {
  response.writeHead(503, { "Retry-After": "1" }).end();
};

/** Who looks for readiness asks again within this. */
const ASKS_WITHIN = 15_000;
const LOOKS_FOR = 3_000;

/**
 * From now on an answer is the last one of its connection, and says so. Resolves when a balancer has had time to see
 * that requests should go elsewhere, at once where none has been looking or the next service takes the requests: until
 * then they are answered.
 */
export async function turnAway(server: Server, visits: VisitConnections): Promise<void> {
  visits.stop();
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const { askedReadyAt, superseded } = vitals();
  if (superseded) return;
  if (askedReadyAt !== undefined && performance.now() - askedReadyAt < ASKS_WITHIN) await sleep(LOOKS_FOR);
}

/**
 * Resolves when the requests under way on a server that gets no more connections are answered, or cut off after 5 s; after
 * 30 where another service has superseded this one.
 */
export async function finishConnections(server: Server, visits: VisitConnections): Promise<void> {
  const { superseded } = vitals();
  const deadline = Date.now() + (superseded ? FINISH_SUPERSEDED_WITHIN : FINISH_WITHIN);
  let closesIdleAt = Date.now() + (superseded ? SILENT_SUPERSEDED_FOR : SILENT_FOR);
  // A connection that was busy when the server closed is idle once its request is answered, and stays open otherwise.
  while (visits.areOpen && Date.now() < deadline) {
    await sleep(LOOK_EVERY);
    if (Date.now() < closesIdleAt) continue;
    closesIdleAt = Date.now() + SILENT_FOR;
    server.closeIdleConnections();
    visits.closeIdle();
  }
  server.closeAllConnections();
  visits.closeAll();
}
