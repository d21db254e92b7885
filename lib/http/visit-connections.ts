import type { Server } from "node:http";
import type { Socket } from "node:net";
import { clientAddress } from "@/lib/platform/client-address";
import { log } from "@/lib/platform/log";
import { type Answer, textAnswer } from "@/lib/visits/answer";
import { isApiAddress } from "@/lib/visits/api-address";
import type { VisitRequest } from "@/lib/visits/request";
import { afterClick, answerVisit } from "@/lib/visits/visit";
import { bytesOf } from "./answer-bytes";
import { type RequestHead, readHead } from "./request-head";

/**
 * Stands before node:http at a server's connections and answers visits itself, for half of what a request costs there. A
 * connection on which anything else arrives is node:http's from then on, with all that has arrived: requests with a body,
 * the API, pages, and whatever is not plainly one whole request.
 */
export class VisitConnections {
  private readonly open = new Set<VisitConnection>();
  private readonly others: ((socket: Socket) => void)[];
  private answers = false;

  constructor(private readonly server: Server) {
    this.others = server.listeners("connection") as ((socket: Socket) => void)[];
    server.removeAllListeners("connection");
    server.on("connection", (socket) => {
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
    for (const { socket } of this.open) socket.destroy();
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

/** A connection while only visits have arrived on it: one at a time, the next once the answer to the last is gone. */
class VisitConnection {
  private visit: SocketVisit | undefined;
  private arrived: Buffer | undefined;
  private ended = false;

  constructor(
    readonly socket: Socket,
    private readonly all: VisitConnections,
  ) {
    socket.setTimeout(all.silentMs);
    socket.on("data", this.onData).on("end", this.onEnd).on("drain", this.onDrain);
    socket.on("timeout", this.onTimeout).on("error", this.onError).on("close", this.onClose);
  }

  get isIdle(): boolean {
    return !this.visit && this.socket.writableLength === 0;
  }

  /** Who does not read its answers is not given more of them. */
  private get mayTake(): boolean {
    return !this.visit && !this.socket.writableNeedDrain;
  }

  private readonly onData = (bytes: Buffer): void => {
    if (this.mayTake) this.take(bytes);
    else {
      this.arrived = this.arrived ? Buffer.concat([this.arrived, bytes]) : bytes;
      this.socket.pause();
    }
  };

  private readonly onEnd = (): void => {
    this.ended = true;
    if (!this.visit) this.socket.end();
  };

  private readonly onDrain = (): void => this.goOn();
  private readonly onTimeout = (): void => {
    this.socket.destroy();
  };
  // Whoever breaks off a connection is not there to be told; it is closed by now.
  private readonly onError = (): void => {};
  private readonly onClose = (): void => {
    this.all.forget(this);
    this.visit?.leave();
  };

  private take(bytes: Buffer): void {
    const head = this.all.areAnswered ? readHead(bytes) : null;
    if (head && !isApiAddress(head.url)) this.askFor(new SocketVisit(head, this.socket), bytes);
    else this.handOver(bytes);
  }

  private askFor(visit: SocketVisit, bytes: Buffer): void {
    this.visit = visit;
    const answer = answerVisit(visit);
    if (answer instanceof Promise) answer.then((answer) => this.answer(visit, answer, bytes));
    else this.answer(visit, answer, bytes);
  }

  private answer(visit: SocketVisit, answer: Answer | null, bytes: Buffer): void {
    if (answer) {
      afterClick(answer, () => this.send(visit, answer));
      return;
    }
    this.visit = undefined;
    this.handOver(this.arrived ? Buffer.concat([bytes, this.arrived]) : bytes);
  }

  private send(visit: SocketVisit, answer: Answer): void {
    this.visit = undefined;
    const { socket } = this;
    if (socket.destroyed) return;
    const stays = this.all.areAnswered && !this.ended;
    const reader = { method: visit.method, host: visit.headers.host, stays };
    try {
      socket.write(bytesOf(answer, reader), "latin1");
    } catch (error) {
      // A header that holds what none may hold must not end the process.
      log.error({ error: String(error) }, "an answer could not be sent");
      socket.write(bytesOf(broken, reader), "latin1");
    }
    if (!stays) socket.end();
    else this.goOn();
  }

  /** Takes what arrived while another visit was answered. */
  private goOn(): void {
    const { arrived } = this;
    if (!arrived || !this.mayTake) return;
    this.arrived = undefined;
    this.socket.resume();
    this.take(arrived);
  }

  private handOver(bytes: Buffer): void {
    const { socket, all } = this;
    if (socket.destroyed) return;
    socket.off("data", this.onData).off("end", this.onEnd).off("drain", this.onDrain);
    socket.off("timeout", this.onTimeout).off("error", this.onError).off("close", this.onClose);
    all.forget(this);
    socket.resume();
    all.pass(socket, bytes);
    if (this.ended) socket.emit("end");
  }
}

const broken = textAnswer(500, "");

/** A request that was read here, as what visitors meet takes it. */
class SocketVisit implements VisitRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHead["headers"];
  private controller: AbortController | undefined;

  constructor(
    head: RequestHead,
    readonly socket: Socket,
  ) {
    this.method = head.method;
    this.url = head.url;
    this.headers = head.headers;
  }

  get address(): string {
    return clientAddress(this);
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.socket.destroyed) this.controller.abort();
    return this.controller.signal;
  }

  leave(): void {
    this.controller?.abort();
  }

  /** Nothing is posted in a request without a body. */
  async form(): Promise<URLSearchParams> {
    return new URLSearchParams();
  }
}
