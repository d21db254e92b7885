import { once } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Entrance } from "./entrance";
import type { FromWorker, ToWorker } from "./processes";

/** The connections that the primary hands to this worker. */
export const workerEntrance = (tell: (message: FromWorker) => void): Entrance => ({
  async open(server: Server) {
    // node:http then keeps a list of its connections: of those that are idle, and of requests that never end.
    server.emit("listening");
    process.on("message", (message: ToWorker, connection?: Socket) => {
      // One that was closed on the way is none any more.
      if (message !== "connection" || !connection) return;
      // As the server makes its own: who has said all that it wants to say still reads the answer.
      connection.allowHalfOpen = true;
      connection.setNoDelay(true);
      server.emit("connection", connection);
    });
  },
  async close() {
    tell("leaving");
    for (let message: ToWorker | undefined; message !== "left"; ) [message] = await once(process, "message");
  },
});
