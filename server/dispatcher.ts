import type { Worker } from "node:cluster";
import { createServer, type Socket } from "node:net";
import { openPort } from "./port";

/**
 * Gives each connection to the next worker that accepts some. Node's own cluster module closes the socket when the last
 * worker dies, and loses the connections that are on the way.
 */
export class Dispatcher {
  private readonly workers: Worker[] = [];
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
    const worker = this.workers.shift();
    if (!worker) {
      this.held.push(connection);
      return;
    }
    this.workers.push(worker);
    worker.send("connection", connection, (error) => error && connection.destroy());
  }
}
