import type { SendHandle } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import { Server as SocketServer } from "node:net";
import { StartError } from "@/lib/contract/errors";
import { env } from "@/lib/platform/env";
import { release } from "@/lib/platform/release";
import { isSupervised, sendToSupervisor, waitForMessage } from "./take-over-messages";

/**
 * Makes a server listen on PORT. If the supervisor has a socket, the server uses it, so that connections that have not
 * been accepted yet wait for the next service. Otherwise it opens a new one and passes it to the supervisor.
 *
 * @throws StartError when the port cannot be listened on
 */
export async function openPort(server: SocketServer): Promise<void> {
  const kept = isSupervised() ? await requestSocket() : undefined;
  const { HOST, PORT } = env;
  if (kept) server.listen(kept);
  else server.listen(PORT, HOST);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    const taken = error.code === "EADDRINUSE" ? "it is in use by another program" : error.message;
    const wrong = ["EADDRINUSE", "EACCES"].includes(error.code ?? "") ? "PORT" : "HOST";
    throw new StartError(`Port ${PORT} on ${HOST} cannot be listened on: ${taken}. Set ${wrong} to another one.`);
  });
  if (isSupervised()) sendToSupervisor({ listens: release().version }, kept ? undefined : socketOf(server));
}

async function requestSocket(): Promise<SendHandle | undefined> {
  const answer = waitForMessage("socket");
  sendToSupervisor("socket");
  return answer;
}

/** Node has no public name for this. Sending the server itself would make it accept connections at once. */
const socketOf = (server: SocketServer) => (server as unknown as { _handle: SendHandle })._handle;

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
