import type { Worker } from "node:cluster";
import { createServer, type Socket } from "node:net";
import { openPort } from "./port";
import type { FromWorker } from "./worker-messages";

/**
 * Gives each connection to the next worker that accepts some, and to another one if that worker dies before it takes the
 * connection. Node's own cluster module closes the socket when the last worker dies, and loses the connections that are
 * on the way.
 */
export class Dispatcher {
  private readonly workers: Worker[] = [];
  /** the connections that each worker was given but has not taken yet, oldest first */
  private readonly onTheWay = new Map<Worker, Socket[]>();
  /** connections that arrived while no worker accepted any because all of them had died and were being replaced */
  private readonly held: Socket[] = [];
  private readonly server = createServer({ pauseOnConnect: true }, (connection) => {
    connection.on("error", () => {});
    this.handOut(connection);
  });

  /** @throws StartError when the port cannot be listened on */
  open(): Promise<void> {
    return openPort(this.server);
  }

  add(worker: Worker): void {
    const given: Socket[] = [];
    this.onTheWay.set(worker, given);
    // The worker has its own copy of the connection then, so this does not end it.
    worker.on("message", (message: FromWorker) => message === "taken" && given.shift()?.destroy());
    // This happens once the worker has ended and all its messages were read.
    worker.process.once("close", () => {
      this.onTheWay.delete(worker);
      for (const connection of given.splice(0)) this.handOut(connection);
    });
    this.workers.push(worker);
    for (const connection of this.held.splice(0)) this.handOut(connection);
  }

  /**
   * Gives a worker no more connections. Those that it already got arrive before anything that is sent to it afterwards.
   */
  remove(worker: Worker): void {
    const index = this.workers.indexOf(worker);
    if (index !== -1) this.workers.splice(index, 1);
  }

  get hasWorkers(): boolean {
    return this.workers.length > 0;
  }

  close(): void {
    this.server.close();
    for (const connection of this.held.splice(0)) connection.destroy();
  }

  private handOut(connection: Socket): void {
    let worker = this.workers.shift();
    while (worker && !worker.isConnected()) worker = this.workers.shift();
    if (!worker) {
      if (this.server.listening) this.held.push(connection);
      else connection.destroy();
      return;
    }
    this.workers.push(worker);
    this.onTheWay.get(worker)?.push(connection);
    // If this fails, the worker is dead, and the connection goes to another one when that is noticed.
    worker.send("connection", connection, { keepOpen: true }, () => undefined);
  }
}
