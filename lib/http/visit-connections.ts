import type { Server } from "node:http";
import type { Socket } from "node:net";
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
