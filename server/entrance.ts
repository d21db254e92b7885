import type { Server } from "node:http";
import { Server as SocketServer } from "node:net";
import { openPort } from "./port";

/** Where a server's connections come from. */
export interface Entrance {
  /** @throws StartError when the port cannot be listened on */
  open(server: Server): Promise<void>;
  /** Resolves when no more connections come. Those that have come stay open. */
  close(server: Server): Promise<void>;
}

/** The port itself. */
export const portEntrance: Entrance = {
  open: openPort,
  async close(server) {
    // An HTTP server's own `close` also cuts connections on which a request has arrived that it has not read yet.
    SocketServer.prototype.close.call(server);
  },
};
