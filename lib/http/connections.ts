import type { RequestListener, Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { vitals } from "@/lib/platform/process/vitals";
import type { VisitConnections } from "./visit-connections";

/** How long open requests may take at a stop. The longer time applies when the next service already responds. */
const FINISH_WITHIN = 5_000;
const FINISH_SUPERSEDED_WITHIN = 30_000;

/** A connection that has been silent for this long has no request on the way. */
const IDLE_MS = 250;
/** A client may send one more request on an open connection within this time. The answer closes the connection. */
const IDLE_SUPERSEDED_MS = 3_000;
const CHECK_EVERY_MS = 20;

/** Answers while the port is taken but the service is not ready. */
export const answerNotReady: RequestListener = (_request, response) => {
  response.writeHead(503, { "Retry-After": "1" }).end();
};

/** The longest interval at which a load balancer checks readiness. */
const PROBE_INTERVAL_MS = 15_000;
const ACCEPT_AFTER_STOP_MS = 3_000;

/**
 * Closes each connection after its next answer. Resolves when a load balancer had time to notice it, or at once if none
 * is checking or the next service takes the requests. Requests are answered until then.
 */
export async function drainConnections(server: Server, visits: VisitConnections): Promise<void> {
  visits.stop();
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const { readinessCheckedAt, superseded } = vitals();
  if (superseded) return;
  if (readinessCheckedAt !== undefined && performance.now() - readinessCheckedAt < PROBE_INTERVAL_MS)
    await sleep(ACCEPT_AFTER_STOP_MS);
}

/**
 * Resolves when the open requests of a server without new connections are answered. Cuts them off after 5 seconds, or
 * after 30 if another service has superseded this one.
 */
export async function finishConnections(server: Server, visits: VisitConnections): Promise<void> {
  const { superseded } = vitals();
  const deadline = Date.now() + (superseded ? FINISH_SUPERSEDED_WITHIN : FINISH_WITHIN);
  let closesIdleAt = Date.now() + (superseded ? IDLE_SUPERSEDED_MS : IDLE_MS);
  // `close` does not close connections that are busy at that moment. They become idle once their request is answered.
  while (visits.areOpen && Date.now() < deadline) {
    await sleep(CHECK_EVERY_MS);
    if (Date.now() < closesIdleAt) continue;
    closesIdleAt = Date.now() + IDLE_MS;
    server.closeIdleConnections();
    visits.closeIdle();
  }
  server.closeAllConnections();
  visits.closeAll();
}
