import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { vitals } from "@/lib/platform/process/vitals";
import type { Answer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { type Connections, VisitConnection } from "./visit-connection";

type RefusePage = (request: VisitRequest) => Answer | null;

/**
 * Takes a server's connections before node:http does and answers visits itself, at half of node:http's cost. When
 * anything else arrives on a connection, node:http gets it for good, with all bytes that have arrived: requests with a
 * body, the API, pages, and anything that is not clearly one complete request. Made-up addresses of files are refused
 * here, too.
 */
export class VisitConnections implements Connections {
  private readonly open = new Set<VisitConnection>();
  /** all open connections, including those that node:http has */
  private readonly sockets = new Set<Socket>();
  private readonly others: ((socket: Socket) => void)[];
  private answers = false;
  private refusePage: RefusePage = () => null;

  constructor(private readonly server: Server) {
    this.others = server.listeners("connection") as ((socket: Socket) => void)[];
    server.removeAllListeners("connection");
    server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
      if (this.answers) this.open.add(new VisitConnection(socket, this));
      else this.pass(socket);
    });
  }

  /** `refusePage` answers requests that need neither a visit's answer nor a page. */
  start(refusePage: RefusePage): void {
    this.refusePage = refusePage;
    this.answers = true;
  }

  /** Makes node:http answer everything from now on. Idle connections stay open until `closeIdle`. */
  stop(): void {
    this.answers = false;
  }

  closeIdle(): void {
    for (const connection of this.open) if (connection.isIdle) connection.socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  get areOpen(): boolean {
    return this.sockets.size > 0;
  }

  get areAnswered(): boolean {
    return this.answers;
  }

  get silentMs(): number {
    return this.server.timeout;
  }

  refuse(request: VisitRequest): Answer | null {
    return this.refusePage(request);
  }

  forget(connection: VisitConnection): void {
    this.open.delete(connection);
  }

  /** Passes a connection to node:http, with the bytes that have arrived. */
  pass(socket: Socket, arrived?: Buffer): void {
    for (const listener of this.others) listener.call(this.server, socket);
    if (arrived) socket.emit("data", arrived);
  }
}

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
