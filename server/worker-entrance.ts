import { once } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Entrance } from "./port";
import type { FromWorker, ToWorker } from "./worker-messages";

/** Accepts the connections that the primary gives to this worker. */
export const workerEntrance = (send: (message: FromWorker) => void): Entrance => ({
  async open(server: Server) {
    // node:http starts to track its connections on this event: idle ones, and requests that never end.
    server.emit("listening");
    process.on("message", (message: ToWorker, connection?: Socket) => {
      if (message !== "connection") return;
      send("taken");
      // A connection that was closed on the way no longer exists.
      if (!connection) return;
      // Like the server's own connections: a client that has finished sending can still read the answer.
      connection.allowHalfOpen = true;
      connection.setNoDelay(true);
      server.emit("connection", connection);
    });
  },
  async close() {
    send("leaving");
    for (let message: ToWorker | undefined; message !== "left"; ) [message] = await once(process, "message");
  },
});
