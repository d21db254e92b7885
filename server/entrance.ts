import type { Server } from "node:http";
import { Server as SocketServer } from "node:net";
import { openPort } from "./port";

/** Accepts the connections of a server. */
export interface Entrance {
  /** @throws StartError when the port cannot be listened on */
  open(server: Server): Promise<void>;
  /** Resolves when no more connections come. Open ones stay open. */
  close(server: Server): Promise<void>;
}

/** Listens on the port itself. */
export const portEntrance: Entrance = {
  open: openPort,
  async close(server) {
    // An HTTP server's own `close` also cuts connections whose request has arrived but has not been read yet.
    SocketServer.prototype.close.call(server);
  },
};
