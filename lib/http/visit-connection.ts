import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { counts } from "@/lib/platform/log/counts";
import { log } from "@/lib/platform/log/log";
import { clientAddress, usesHttps } from "@/lib/platform/network/client-address";
import { normalTarget } from "@/lib/platform/network/request-target";
import { type Answer, textAnswer } from "@/lib/visits/core/answer";
import { isApiAddress, type VisitRequest } from "@/lib/visits/core/request";
import { afterClick, answerVisit } from "@/lib/visits/visit";
import { writeAnswer } from "./answer-bytes";

/** Adapts a request that was parsed here for the handlers of visits. */
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

  get usesHttps(): boolean {
    return usesHttps(this);
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.socket.destroyed || this.socket.readableEnded) this.controller.abort();
    return this.controller.signal;
  }

  leave(): void {
    this.controller?.abort();
  }

  /** Empty, because the request has no body. */
  async form(): Promise<URLSearchParams> {
    return new URLSearchParams();
  }
}

/** The server's connections, as seen by one of them. */
export interface Connections {
  /** whether visits are answered here rather than by node:http */
  readonly areAnswered: boolean;
  /** how long a connection without traffic stays open */
  readonly silentMs: number;
  /** Refuses a request that is for no visitors' page and that no page could answer either. */
  refuse(visit: SocketVisit): Answer | null;
  forget(connection: VisitConnection): void;
  /** Passes a connection to node:http, with the bytes that have arrived. */
  pass(socket: Socket, arrived: Buffer): void;
}

const broken = textAnswer(500, "");
const { visits } = counts();

/**
 * A connection on which only visits have arrived so far. It answers one at a time, and reads the next after the answer
 * to the last was sent.
 */
export class VisitConnection {
  private visit: SocketVisit | undefined;
  private arrived: Buffer | undefined;
  private ended = false;
  private begunAt = 0;

  constructor(
    readonly socket: Socket,
    private readonly all: Connections,
  ) {
    socket.setTimeout(all.silentMs);
    socket.on("data", this.onData).on("end", this.onEnd).on("drain", this.onDrain);
    socket.on("timeout", this.onTimeout).on("error", this.onError).on("close", this.onClose);
  }

  get isIdle(): boolean {
    return !this.visit && this.socket.writableLength === 0;
  }

  /** Whether to read the next visit. A client that does not read its answers gets no more of them. */
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
    // Browsers that leave close only their side at first. Work that watches for this stops; other visits are answered.
    if (this.visit) this.visit.leave();
    else this.socket.end();
  };

  private readonly onDrain = (): void => this.goOn();
  private readonly onTimeout = (): void => {
    this.socket.destroy();
  };
  // A client that closes its connection early cannot be answered, and the connection is closed by now.
  private readonly onError = (): void => {};
  private readonly onClose = (): void => {
    this.all.forget(this);
    this.visit?.leave();
  };

  private take(bytes: Buffer): void {
    const head = this.all.areAnswered ? readHead(bytes) : null;
    if (head) head.url = normalTarget(head.url);
    if (head && !isApiAddress(head.url)) this.askFor(new SocketVisit(head, this.socket), bytes);
    else this.handOver(bytes);
  }

  private askFor(visit: SocketVisit, bytes: Buffer): void {
    this.visit = visit;
    this.begunAt = visits.begin();
    const answer = answerVisit(visit);
    if (answer instanceof Promise) answer.then((answer) => this.answer(visit, answer, bytes));
    else this.answer(visit, answer, bytes);
  }

  private answer(visit: SocketVisit, answer: Answer | null, bytes: Buffer): void {
    if (answer) {
      afterClick(answer, () => {
        visits.answered(answer.status, answer.click !== undefined, this.begunAt);
        this.send(visit, answer);
      });
      return;
    }
    const refused = this.all.refuse(visit);
    if (refused) {
      this.send(visit, refused);
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
      socket.write(writeAnswer(answer, reader), "latin1");
    } catch (error) {
      // An invalid character in a header must not end the process.
      log.error({ error: String(error) }, "an answer could not be sent");
      socket.write(writeAnswer(broken, reader), "latin1");
    }
    if (!stays) socket.end();
    else this.goOn();
  }

  /** Reads what arrived while another visit was being answered. */
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

/** The parts of a request without a body. */
interface RequestHead {
  method: string;
  url: string;
  /** by lower-case name */
  headers: IncomingHttpHeaders;
}

const MOST_BYTES = 8_192;

/**
 * Matches one complete HTTP/1.1 request with nothing after it (RFC 9112, 3 and 5). Header names are tokens. Values have
 * no control characters, so no other reader can find more lines in them.
 */
const ONE_HEAD = /^(?:GET|HEAD) \/[!"$-~]* HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~\w]+:[\t -~\x80-\xff]*\r\n)+\r\n$/;

/** Headers that announce a body or another use of the connection. Visits do not have them. */
const BEYOND = new Set(["content-length", "transfer-encoding", "upgrade", "expect", "proxy-connection", "trailer"]);

/**
 * Parses a browser's visit to a link. Returns null for everything else, which node:http must read, malformed or not.
 * The result is the same as node:http's; anything ambiguous, such as a repeated header, is left to node:http.
 */
export function readHead(bytes: Buffer): RequestHead | null {
  if (bytes.length > MOST_BYTES) return null;
  const text = bytes.toString("latin1");
  if (!ONE_HEAD.test(text)) return null;
  const methodEnd = text.indexOf(" ");
  const urlEnd = text.indexOf(" ", methodEnd + 1);
  const headers: IncomingHttpHeaders = {};
  const end = text.length - 2;
  for (let start = text.indexOf("\n", urlEnd) + 1; start < end; ) {
    const lineEnd = text.indexOf("\r", start);
    const colon = text.indexOf(":", start);
    const name = text.slice(start, colon).toLowerCase();
    if (headers[name] !== undefined || BEYOND.has(name)) return null;
    headers[name] = trimmed(text, colon + 1, lineEnd);
    start = lineEnd + 2;
  }
  if (!headers.host || !keepsAlive(headers.connection)) return null;
  return { method: text.slice(0, methodEnd), url: text.slice(methodEnd + 1, urlEnd), headers };
}

const keepsAlive = (connection: string | undefined) =>
  connection === undefined || connection.toLowerCase() === "keep-alive";

/**
 * Removes spaces and tabs at both ends. `trim` would also remove a no-break space, which is a valid latin1 character.
 */
function trimmed(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const isBlank = (code: number) => code === 32 || code === 9;
