import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type Connections, VisitConnection } from "./visit-connection";

/**
 * Stands before node:http at a server's connections and answers visits itself, for half of what a request costs there. A
 * connection on which anything else arrives is node:http's from then on, with all that has arrived: requests with a body,
 * the API, pages, and whatever is not plainly one whole request.
 */
export class VisitConnections implements Connections {
  private readonly open = new Set<VisitConnection>();
  /** all that are open, also those that are node:http's */
  private readonly sockets = new Set<Socket>();
  private readonly others: ((socket: Socket) => void)[];
  private answers = false;

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

  start(): void {
    this.answers = true;
  }

  /** From now on node:http answers everything. Connections on which nothing is under way stay until `closeIdle`. */
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

  forget(connection: VisitConnection): void {
    this.open.delete(connection);
  }

  /** Gives a connection to node:http, with what has arrived on it. */
  pass(socket: Socket, arrived?: Buffer): void {
    for (const listener of this.others) listener.call(this.server, socket);
    if (arrived) socket.emit("data", arrived);
  }
}
