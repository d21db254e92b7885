import type { Worker } from "node:cluster";
import { createServer, type Socket } from "node:net";
import { openPort } from "./port";

/**
 * Hands each connection to the next of the workers that take some. Node's own way closes the socket with the last worker,
 * and loses connections that are then on the way.
 */
export class Dispatcher {
  private readonly workers: Worker[] = [];
  /** come while no worker took any: all of them have died, and are being replaced */
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
    this.workers.push(worker);
    for (const connection of this.held.splice(0)) this.handOut(connection);
  }

  /** Gives a worker no more connections. What has been given to it comes before what it is sent from here on. */
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
    const worker = this.workers.shift();
    if (!worker) {
      this.held.push(connection);
      return;
    }
    this.workers.push(worker);
    worker.send("connection", connection, (error) => error && connection.destroy());
  }
}
